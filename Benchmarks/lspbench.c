// lspbench: how fast a language server on standard streams is, as an editor sees it.
//
// It starts one server, opens one document, and types: one character in, the same character out
// again, with one message in flight. A keystroke lasts from just before the write of `didChange`
// to the last byte of the diagnostics of that version; the clock is read before anything of the
// answer is looked at. The result is one JSON object on standard output.
//
// Server and lspbench share one core, the one that lspbench happens to start on: a wake-up across
// cores takes several times as long as a small answer, and whether there is one is chance.
//
//   lspbench [--floor] [--spawns N] [--keys N] [--seconds S] DOCUMENT -- SERVER [ARGUMENT…]
//
// DOCUMENT.places names where to type and where to complete (gen.py writes it). With --floor any
// frame counts as the answer. Percentiles are nearest-rank.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define URI "file:///bench.fields.json"
#define NANOSECONDS 1000000000LL
static const int64_t patience = 120 * NANOSECONDS;

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("lspbench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NANOSECONDS + time.tv_nsec;
}

// Bytes.

typedef struct {
    char *bytes;
    size_t count, capacity;
} Buffer;

static void reserve(Buffer *buffer, size_t more) {
    if (buffer->count + more <= buffer->capacity) return;
    while (buffer->capacity < buffer->count + more)
        buffer->capacity = buffer->capacity ? 2 * buffer->capacity : 1 << 16;
    buffer->bytes = realloc(buffer->bytes, buffer->capacity);
    if (!buffer->bytes) fail("out of memory");
}

static void append(Buffer *buffer, const char *bytes, size_t count) {
    reserve(buffer, count + 1);
    memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count += count;
    buffer->bytes[buffer->count] = 0;
}

static void appendf(Buffer *buffer, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (count < 0 || sizeof text <= (size_t)count) fail("a message is too long");
    append(buffer, text, (size_t)count);
}

// The file's text as the inside of a JSON string.
static Buffer escaped_text(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail("%s: %s", path, strerror(errno));
    Buffer text = {0};
    for (int byte; (byte = getc(file)) != EOF;) {
        char one = (char)byte;
        if (byte == '"' || byte == '\\') append(&text, "\\", 1), append(&text, &one, 1);
        else if (byte == '\n') append(&text, "\\n", 2);
        else append(&text, &one, 1);
    }
    fclose(file);
    return text;
}

// Samples.

typedef struct {
    int64_t values[100000];
    size_t count;
} Samples;

static void add(Samples *samples, int64_t value) {
    if (samples->count < sizeof samples->values / sizeof *samples->values)
        samples->values[samples->count++] = value;
}

static int ascending(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static double percentile(Samples *samples, size_t percent) {
    if (samples->count == 0) return -1;
    qsort(samples->values, samples->count, sizeof *samples->values, ascending);
    size_t rank = (samples->count * percent + 99) / 100;
    return (double)samples->values[rank ? rank - 1 : 0] / 1000;
}

// The server.

typedef struct {
    pid_t process;
    int in, out;
    clockid_t clock;
    Buffer read;
    size_t used;      // bytes of `read` that were handed out
    int64_t read_at;  // when the last read returned
} Server;

static void start(Server *server, char **command) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe: %s", strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    int error = posix_spawnp(&server->process, command[0], &actions, NULL, command, environ);
    if (error) fail("%s: %s", command[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    server->in = in[1];
    server->out = out[0];
    server->read.count = server->used = 0;
    fcntl(server->in, F_SETFL, O_NONBLOCK);
    clock_getcpuclockid(server->process, &server->clock);
}

// The processor time of all its threads so far.
static int64_t processor_time(Server *server) {
    struct timespec time;
    if (clock_gettime(server->clock, &time)) return 0;
    return time.tv_sec * NANOSECONDS + time.tv_nsec;
}

static long memory_kb(Server *server, const char *key) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", server->process);
    FILE *file = fopen(path, "r");
    long size = -1;
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, key, strlen(key))) size = strtol(line + strlen(key) + 1, NULL, 10);
    if (file) fclose(file);
    return size;
}

static void read_some(Server *server, int64_t deadline) {
    struct pollfd ready = {server->out, POLLIN, 0};
    int64_t left = deadline - now();
    if (poll(&ready, 1, left < 0 ? 0 : (int)(left / 1000000) + 1) <= 0) fail("no answer in time");
    if (server->used == server->read.count) server->used = server->read.count = 0;
    reserve(&server->read, 1 << 16);
    ssize_t count = read(server->out, server->read.bytes + server->read.count,
                         server->read.capacity - server->read.count - 1);
    server->read_at = now();
    if (count <= 0) fail("the server closed its output");
    server->read.count += (size_t)count;
    server->read.bytes[server->read.count] = 0;
}

static void send_frame(Server *server, const Buffer *body) {
    Buffer frame = {0};
    appendf(&frame, "Content-Length: %zu\r\n\r\n", body->count);
    append(&frame, body->bytes, body->count);
    for (size_t sent = 0; sent < frame.count;) {
        ssize_t count = write(server->in, frame.bytes + sent, frame.count - sent);
        if (count > 0) {
            sent += (size_t)count;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) fail("the server closed its input");
        struct pollfd ready = {server->in, POLLOUT, 0};
        poll(&ready, 1, 1000);
    }
    free(frame.bytes);
}

// The body of the next frame, until more is read.
static char *next_body(Server *server, size_t *count) {
    int64_t deadline = now() + patience;
    for (;;) {
        char *frame = server->read.bytes + server->used;
        char *end = server->used < server->read.count ? strstr(frame, "\r\n\r\n") : NULL;
        if (end) {
            *count = strtoul(frame + strlen("Content-Length:"), NULL, 10);
            char *body = end + 4;
            if (body + *count <= server->read.bytes + server->read.count) {
                server->used = (size_t)(body + *count - server->read.bytes);
                return body;
            }
        }
        read_some(server, deadline);
    }
}

// Reads up to the frame that holds a text; gives how many diagnostics it carries.
static int await(Server *server, const char *wanted, bool is_floor) {
    for (;;) {
        size_t count;
        char *body = next_body(server, &count);
        if (!is_floor && !memmem(body, count, wanted, strlen(wanted))) continue;
        int diagnostics = 0;
        static const char mark[] = "\"severity\":";
        char *end = body + count;
        for (char *at = body; (at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1)); at++)
            diagnostics++;
        return diagnostics;
    }
}

// The conversation.

static const char initialize[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"processId\":null,"
    "\"rootUri\":null,\"capabilities\":{\"general\":{\"positionEncodings\":[\"utf-16\"]},"
    "\"textDocument\":{\"publishDiagnostics\":{\"versionSupport\":true},"
    "\"completion\":{\"completionItem\":{\"documentationFormat\":[\"markdown\"]}}}}}}";

static void say(Server *server, const char *text) {
    Buffer body = {0};
    append(&body, text, strlen(text));
    send_frame(server, &body);
    free(body.bytes);
}

static int64_t start_and_initialize(Server *server, char **command, bool is_floor) {
    int64_t began = now();
    start(server, command);
    say(server, initialize);
    await(server, "\"id\":1,", is_floor);
    return server->read_at - began;
}

static void stop(Server *server) {
    close(server->in);
    close(server->out);
    if (waitpid(server->process, NULL, 0) < 0) fail("wait: %s", strerror(errno));
}

typedef struct {
    long line, character;
} Place;

// One keystroke; gives how many diagnostics there are then.
static int type(Server *server, Place place, long version, bool deletes, bool is_floor) {
    Buffer body = {0};
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"version\":%ld,", version);
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":"
            "{\"textDocument\":{\"uri\":\"" URI "\",\"version\":%ld},"
            "\"contentChanges\":[{\"range\":{\"start\":{\"line\":%ld,\"character\":%ld},"
            "\"end\":{\"line\":%ld,\"character\":%ld}},"
            "\"text\":\"%s\"}]}}",
            version, place.line, place.character, place.line, place.character + deletes,
            deletes ? "" : "x");
    send_frame(server, &body);
    int diagnostics = await(server, wanted, is_floor);
    free(body.bytes);
    return diagnostics;
}

static void complete(Server *server, Place place, long id, bool is_floor) {
    Buffer body = {0};
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"id\":%ld,", id);
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"textDocument/completion\",\"params\":"
            "{\"textDocument\":{\"uri\":\"" URI "\"},"
            "\"position\":{\"line\":%ld,\"character\":%ld}}}",
            id, place.line, place.character);
    send_frame(server, &body);
    await(server, wanted, is_floor);
    free(body.bytes);
}

static void read_places(const char *document, Place *typing, Place *completing) {
    char path[4096];
    snprintf(path, sizeof path, "%s.places", document);
    FILE *file = fopen(path, "r");
    if (!file) fail("%s: %s", path, strerror(errno));
    if (fscanf(file, "%ld %ld %ld %ld", &typing->line, &typing->character, &completing->line,
               &completing->character) != 4)
        fail("%s: four numbers are wanted", path);
    fclose(file);
}

int main(int count, char **arguments) {
    bool is_floor = false;
    long spawns = 10, keys = 400, seconds = 60;
    const char *document = NULL;
    int index = 1;
    for (; index < count && strcmp(arguments[index], "--"); index++) {
        char *argument = arguments[index];
        bool has_value = index + 1 < count;
        if (!strcmp(argument, "--floor")) is_floor = true;
        else if (!strcmp(argument, "--spawns") && has_value) spawns = atol(arguments[++index]);
        else if (!strcmp(argument, "--keys") && has_value) keys = atol(arguments[++index]);
        else if (!strcmp(argument, "--seconds") && has_value) seconds = atol(arguments[++index]);
        else document = argument;
    }
    if (!document || count <= index + 1) fail("a document, -- and a server are wanted");
    char **command = arguments + index + 1;
    signal(SIGPIPE, SIG_IGN);
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(sched_getcpu(), &core);
    if (sched_setaffinity(0, sizeof core, &core)) fail("affinity: %s", strerror(errno));

    static Samples cold, typed, completed;
    Server server = {0};
    for (long spawn = 1; spawn < spawns; spawn++) {
        add(&cold, start_and_initialize(&server, command, is_floor));
        stop(&server);
    }
    add(&cold, start_and_initialize(&server, command, is_floor));
    if (!is_floor) say(&server, "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}");
    long idle_kb = memory_kb(&server, "VmRSS:");

    Place typing, completing;
    read_places(document, &typing, &completing);
    Buffer text = escaped_text(document), open = {0};
    appendf(&open, "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":"
                   "{\"textDocument\":{\"uri\":\"" URI "\",\"languageId\":\"fields\","
                   "\"version\":1,\"text\":\"");
    append(&open, text.bytes, text.count);
    append(&open, "\"}}}", 4);
    int64_t processor = processor_time(&server), began = now();
    send_frame(&server, &open);
    int at_rest = await(&server, "\"version\":1,", is_floor);
    double open_ms = (double)(server.read_at - began) / 1e6;
    double open_cpu_ms = (double)(processor_time(&server) - processor) / 1e6;
    long open_kb = memory_kb(&server, "VmRSS:");

    long version = 1;
    int when_typed = type(&server, typing, ++version, false, is_floor);
    type(&server, typing, ++version, true, is_floor);
    long wrong = 0, done = 0;
    processor = processor_time(&server);
    int64_t end = now() + seconds * NANOSECONDS;
    for (; done < keys || done % 2; done++) {
        bool deletes = done % 2;
        if (!deletes && end < now()) break;
        began = now();
        int diagnostics = type(&server, typing, ++version, deletes, is_floor);
        add(&typed, server.read_at - began);
        wrong += diagnostics != (deletes ? at_rest : when_typed);
    }
    double cpu_us = (double)(processor_time(&server) - processor) / 1e3;
    double key_cpu_us = done ? cpu_us / (double)done : -1;
    for (long id = 2; id < 2 + keys / 2 && now() < end; id++) {
        began = now();
        complete(&server, completing, id, is_floor);
        add(&completed, server.read_at - began);
    }
    printf("{\"cold_ms\": %.3f, \"idle_kb\": %ld, \"open_ms\": %.3f, \"open_cpu_ms\": %.3f, "
           "\"open_kb\": %ld, \"peak_kb\": %ld, \"end_kb\": %ld, \"keys\": %ld, \"wrong\": %ld, "
           "\"typed_diagnostics\": %d, \"key_p50_us\": %.2f, \"key_p95_us\": %.2f, "
           "\"key_p99_us\": %.2f, \"key_cpu_us\": %.2f, \"completion_p50_us\": %.2f}\n",
           percentile(&cold, 50) / 1000, idle_kb, open_ms, open_cpu_ms, open_kb,
           memory_kb(&server, "VmHWM:"), memory_kb(&server, "VmRSS:"), done, wrong, when_typed,
           percentile(&typed, 50), percentile(&typed, 95), percentile(&typed, 99), key_cpu_us,
           percentile(&completed, 50));
    stop(&server);
    return 0;
}
