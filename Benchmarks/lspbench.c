// lspbench: how fast a language server on standard streams is, as an editor sees it.
//
// It starts one server, opens one document, and types: one character in, the same character out
// again, with one message in flight. A keystroke lasts from just before the write of `didChange`
// to the last byte of the diagnostics of that version; the clock is read before anything of the
// answer is looked at. The result is one JSON object on standard output.
//
// With --forms it is a front end instead, for which the server owns the text: `field/open`,
// `field/replaceText`, and a keystroke lasts until the last byte of the `field/didChange`.
//
// With --records it asks about one record, that of DOCUMENT.record, against the open form again and again,
// by `field/check`.
//
// Server and lspbench share one core, the one that lspbench happens to start on: a wake-up across
// cores takes several times as long as a small answer, and whether there is one is chance.
//
// With --settle MS it knows nothing of the server, whose diagnostics may have no version and come in
// several messages or late: how many messages answer a keystroke is what comes until there is
// silence for so long, found out before the clock starts. Requests of such a server are answered,
// one for its configuration with the contents of the file of --settings.
//
//   lspbench [--forms | --records] [--floor] [--spawns N] [--keys N] [--completions N] [--seconds S]
//            [--settle MS [--language ID] [--settings FILE]] DOCUMENT -- SERVER [ARGUMENT…]
//
// DOCUMENT.places names where to type and where to complete, DOCUMENT.drafts the fields to type in
// with --forms (gen.py writes both). With --floor any frame counts as the answer. Percentiles are
// nearest-rank.
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
#define PUBLISHED "\"method\":\"textDocument/publishDiagnostics\""
#define NANOSECONDS 1000000000LL
static const char severity[] = "\"severity\":";  // one in each diagnostic
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

static Buffer copy(const char *text) {
    Buffer buffer = {0};
    append(&buffer, text, strlen(text));
    return buffer;
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

static int64_t percentile(Samples *samples, size_t percent) {
    if (samples->count == 0) return -1;
    qsort(samples->values, samples->count, sizeof *samples->values, ascending);
    size_t rank = (samples->count * percent + 99) / 100;
    return samples->values[rank ? rank - 1 : 0];
}

static double microseconds(int64_t nanoseconds) {
    return nanoseconds < 0 ? -1 : (double)nanoseconds / 1000;
}

// The server.

typedef struct {
    bool is_floor;    // any frame is the answer
    int64_t settle;   // the silence that ends what a stranger says; 0 for who says versions
    char *settings;   // what a stranger is told that asks for its configuration
    const char *uri;  // of the document
    bool takes_whole_texts;
    long id;        // of the last request
    long version;   // of the document
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

// Whether there is something to read before the deadline.
static bool is_readable(Server *server, int64_t deadline) {
    struct pollfd ready = {server->out, POLLIN, 0};
    int64_t left = deadline - now();
    return poll(&ready, 1, left < 0 ? 0 : (int)(left / 1000000) + 1) > 0;
}

static void read_some(Server *server) {
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

// The body of a frame, until more is read.
typedef struct {
    char *bytes;
    size_t count;
} Message;

// The next message; one without bytes if none comes before the deadline.
static Message message_before(Server *server, int64_t deadline) {
    for (;;) {
        char *frame = server->read.bytes + server->used;
        char *end = server->used < server->read.count ? strstr(frame, "\r\n\r\n") : NULL;
        if (end) {
            size_t count = strtoul(frame + strlen("Content-Length:"), NULL, 10);
            char *body = end + 4;
            if (body + count <= server->read.bytes + server->read.count) {
                server->used = (size_t)(body + count - server->read.bytes);
                return (Message){body, count};
            }
        }
        if (!is_readable(server, deadline)) return (Message){NULL, 0};
        read_some(server);
    }
}

static Message next_message(Server *server) {
    Message message = message_before(server, now() + patience);
    if (!message.bytes) fail("no answer in time");
    return message;
}

static int occurrences(Message message, const char *text) {
    int found = 0;
    size_t length = strlen(text);
    char *end = message.bytes + message.count;
    for (char *at = message.bytes; (at = memmem(at, (size_t)(end - at), text, length)); at++)
        found++;
    return found;
}

static bool holds(Message message, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return memmem(message.bytes, message.count, text, strlen(text));
}

// Answers a request of the server: with its settings if it wants them, else with nothing.
static void reply(Server *server, Message request) {
    char *id = memmem(request.bytes, request.count, "\"id\":", 5);
    if (!id || !holds(request, "\"method\":")) return;
    id += 5;
    int length = (int)strcspn(id, ",}");
    Buffer body = {0};
    appendf(&body, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":", length, id);
    if (holds(request, "\"workspace/configuration\"")) {
        const char *settings = server->settings ? server->settings : "null";
        int count = occurrences(request, "\"section\"");
        append(&body, "[", 1);
        for (int item = 0; item < (count ? count : 1); item++) {
            if (item) append(&body, ",", 1);
            append(&body, settings, strlen(settings));
        }
        append(&body, "]", 1);
    } else {
        append(&body, "null", 4);
    }
    append(&body, "}", 1);
    send_frame(server, &body);
    free(body.bytes);
}

// What a stranger has published.
typedef struct {
    int count;        // of messages
    int diagnostics;  // in the last of them
    int64_t at;       // when the last of them was there
} Published;

// Reads so many published messages, or if that is not known all until there is silence.
static Published published(Server *server, int count) {
    Published found = {0, 0, server->read_at};
    while (!count || found.count < count) {
        // A first answer may take long.
        int64_t silence = found.count ? server->settle : patience;
        Message message = message_before(server, now() + silence);
        if (!message.bytes && count) fail("a keystroke was answered less than before");
        if (!message.bytes) break;
        if (holds(message, PUBLISHED) && holds(message, "%s", server->uri))
            found = (Published){found.count + 1, occurrences(message, severity), server->read_at};
        else
            reply(server, message);
    }
    return found;
}

// Reads up to the frame that holds a text.
static Message await(Server *server, const char *wanted) {
    for (;;) {
        Message message = next_message(server);
        if (server->is_floor || holds(message, "%s", wanted)) return message;
        if (server->settle) reply(server, message);
    }
}

// The conversation.

static const char initialize[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"processId\":null,"
    "\"rootUri\":null,\"capabilities\":{\"general\":{\"positionEncodings\":[\"utf-16\"]},"
    "\"textDocument\":{\"publishDiagnostics\":{\"versionSupport\":true},"
    "\"completion\":{\"completionItem\":{\"documentationFormat\":[\"markdown\"]}}}}}}";
static const char initialized[] =
    "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}";

// Sends a message, which is spent then.
static void say(Server *server, Buffer *body) {
    send_frame(server, body);
    free(body->bytes);
}

// Sends a message and reads up to the frame that holds a text.
static Message ask(Server *server, Buffer *body, const char *wanted) {
    say(server, body);
    return await(server, wanted);
}

static int64_t start_and_initialize(Server *server, char **command) {
    Buffer body = copy(initialize);
    int64_t began = now();
    start(server, command);
    server->id = 1;
    Message answer = ask(server, &body, "\"id\":1");
    int64_t took = server->read_at - began;
    server->takes_whole_texts =
        holds(answer, "\"textDocumentSync\":1") || holds(answer, "\"change\":1");
    return took;
}

static void stop(Server *server) {
    close(server->in);
    close(server->out);
    // Not every stranger goes when its input ends.
    if (server->settle) kill(server->process, SIGKILL);
    if (waitpid(server->process, NULL, 0) < 0) fail("wait: %s", strerror(errno));
}

// Starts it so many times; the last one stays.
static void start_often(Server *server, char **command, long spawns) {
    static Samples cold;
    for (long spawn = 1; spawn < spawns; spawn++) {
        add(&cold, start_and_initialize(server, command));
        stop(server);
    }
    add(&cold, start_and_initialize(server, command));
    if (!server->is_floor) {
        Buffer body = copy(initialized);
        say(server, &body);
    }
    printf("\"cold_ms\": %.3f, \"idle_kb\": %ld, ", microseconds(percentile(&cold, 50)) / 1000,
           memory_kb(server, "VmRSS:"));
}

// Opens the document: what stands before its text, the text, what stands behind.
static Message open_document(Server *server, const char *path, const char *before,
                             const char *behind, const char *wanted) {
    Buffer text = escaped_text(path), body = copy(before);
    append(&body, text.bytes, text.count);
    append(&body, behind, strlen(behind));
    int64_t processor = processor_time(server), began = now();
    send_frame(server, &body);
    Message answer = await(server, wanted);
    printf("\"open_ms\": %.3f, \"open_cpu_ms\": %.3f, \"open_kb\": %ld, ",
           microseconds(server->read_at - began) / 1000,
           microseconds(processor_time(server) - processor) / 1000, memory_kb(server, "VmRSS:"));
    free(text.bytes);
    free(body.bytes);
    server->version = 1;
    return answer;
}

static FILE *open_beside(const char *document, const char *suffix) {
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", document, suffix);
    FILE *file = fopen(path, "r");
    if (!file) fail("%s: %s", path, strerror(errno));
    return file;
}

// Typing.

typedef struct {
    Samples times;
    int64_t processor;
    long wrong;
} Typed;

// Types a character or takes it out again; gives whether the answer was right.
typedef bool Keystroke(Server *server, void *place, bool deletes);

// So many keystrokes, and one more if they are odd; none begins after the end.
static void type_often(Server *server, Keystroke keystroke, void *place, long keys, int64_t end,
                       Typed *typed) {
    int64_t processor = processor_time(server);
    for (long key = 0; key < keys || key % 2; key++) {
        bool deletes = key % 2;
        if (!deletes && end < now()) break;
        int64_t began = now();
        bool is_right = keystroke(server, place, deletes);
        add(&typed->times, server->read_at - began);
        typed->wrong += !is_right;
    }
    typed->processor += processor_time(server) - processor;
}

static void print_typed(Typed *typed) {
    size_t count = typed->times.count;
    printf("\"keys\": %zu, \"wrong\": %ld, \"key_p50_us\": %.2f, \"key_p95_us\": %.2f, "
           "\"key_p99_us\": %.2f, \"key_cpu_us\": %.2f, ",
           count, typed->wrong, microseconds(percentile(&typed->times, 50)),
           microseconds(percentile(&typed->times, 95)), microseconds(percentile(&typed->times, 99)),
           count ? microseconds(typed->processor) / (double)count : -1);
}

// As an editor.

typedef struct {
    long line, character;
} Place;

typedef struct {
    Place place;
    int at_rest, when_typed;  // how many diagnostics there must be
} Spot;

// One keystroke; gives how many diagnostics there are then.
static int type(Server *server, Place place, bool deletes) {
    Buffer body = {0};
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"version\":%ld,", ++server->version);
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":"
            "{\"textDocument\":{\"uri\":\"" URI "\",\"version\":%ld},"
            "\"contentChanges\":[{\"range\":{\"start\":{\"line\":%ld,\"character\":%ld},"
            "\"end\":{\"line\":%ld,\"character\":%ld}},"
            "\"text\":\"%s\"}]}}",
            server->version, place.line, place.character, place.line, place.character + deletes,
            deletes ? "" : "x");
    return occurrences(ask(server, &body, wanted), severity);
}

static bool types_in_text(Server *server, void *place, bool deletes) {
    const Spot *spot = place;
    return type(server, spot->place, deletes) == (deletes ? spot->at_rest : spot->when_typed);
}

static void complete(Server *server, Place place) {
    Buffer body = {0};
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"id\":%ld,", ++server->id);
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"textDocument/completion\",\"params\":"
            "{\"textDocument\":{\"uri\":\"" URI "\"},"
            "\"position\":{\"line\":%ld,\"character\":%ld}}}",
            server->id, place.line, place.character);
    ask(server, &body, wanted);
}

static void read_places(const char *document, Place *typing, Place *completing) {
    FILE *file = open_beside(document, "places");
    if (fscanf(file, "%ld %ld %ld %ld", &typing->line, &typing->character, &completing->line,
               &completing->character) != 4)
        fail("%s.places: four numbers are wanted", document);
    fclose(file);
}

typedef struct {
    bool is_floor, is_form, has_records;
    long spawns, keys, completions, seconds, settle;
    const char *document, *language, *settings;
    char **command;
} Options;

static void measure_editor(Server *server, const Options *options) {
    const char *document = options->document;
    static Samples completed;
    static Typed typed;
    Spot spot;
    Place completing;
    read_places(document, &spot.place, &completing);
    Message opened = open_document(
        server, document,
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":"
        "{\"textDocument\":{\"uri\":\"" URI "\",\"languageId\":\"fields\","
        "\"version\":1,\"text\":\"",
        "\"}}}", "\"version\":1,");
    spot.at_rest = occurrences(opened, severity);
    spot.when_typed = type(server, spot.place, false);
    type(server, spot.place, true);
    int64_t end = now() + options->seconds * NANOSECONDS;
    type_often(server, types_in_text, &spot, options->keys, end, &typed);
    for (long done = 0; done < options->completions && now() < end; done++) {
        int64_t began = now();
        complete(server, completing);
        add(&completed, server->read_at - began);
    }
    print_typed(&typed);
    printf("\"typed_diagnostics\": %d, \"completion_p50_us\": %.2f, ", spot.when_typed,
           microseconds(percentile(&completed, 50)));
}

// As a front end.

// A field to type in: its key, and the draft that it begins with, as the inside of a JSON string
// and as a length in UTF-16 units.
typedef struct {
    char key[32], text[256];
    long length;
} Draft;

enum { draft_count = 3 };

typedef struct {
    Draft draft;
    Samples changes;  // bytes of what each keystroke was answered with
    Samples entries;  // bytes of what entering a field was answered with
} Form;

static void read_drafts(const char *document, Draft drafts[draft_count]) {
    FILE *file = open_beside(document, "drafts");
    for (Draft *draft = drafts; draft < drafts + draft_count; draft++)
        if (fscanf(file, "%31s %ld %255[^\n]", draft->key, &draft->length, draft->text) != 3)
            fail("%s.drafts: a key, a length and a text are wanted", document);
    fclose(file);
}

// An act on a field, with what it takes besides the key; gives the change that it brings about.
static Message act(Server *server, const char *method, const char *key, const char *rest) {
    Buffer body = {0};
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"field/%s\",\"params\":"
            "{\"uri\":\"" URI "\",\"key\":\"%s\"%s}}",
            ++server->id, method, key, rest);
    return ask(server, &body, "\"method\":\"field/didChange\"");
}

static bool types_in_draft(Server *server, void *place, bool deletes) {
    Form *form = place;
    const Draft *draft = &form->draft;
    const char *typed = deletes ? "" : "x";
    char rest[128];
    snprintf(rest, sizeof rest, ",\"range\":{\"start\":%ld,\"end\":%ld},\"text\":\"%s\"",
             draft->length, draft->length + deletes, typed);
    Message change = act(server, "replaceText", draft->key, rest);
    add(&form->changes, (int64_t)change.count);
    return holds(change, "\"version\":%ld,", ++server->version)
        && holds(change, "\"key\":\"%s\",", draft->key)
        && holds(change, "\"text\":\"%s%s\"", draft->text, typed);
}

static void measure_form(Server *server, const Options *options) {
    const char *document = options->document;
    static Typed typed;
    static Form form;
    Draft drafts[draft_count];
    char behind[64];
    read_drafts(document, drafts);
    snprintf(behind, sizeof behind, "\",\"keys\":[\"%s\"]}}", drafts[0].key);
    server->id = 2;
    Message opened = open_document(server, document,
                                   "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"field/open\","
                                   "\"params\":{\"uri\":\"" URI "\",\"text\":\"",
                                   behind, "\"id\":2,");
    printf("\"answer_bytes\": %zu, ", opened.count);
    typed.wrong += !holds(opened, "\"text\":\"%s\"", drafts[0].text);
    int64_t end = now() + options->seconds * NANOSECONDS;
    for (int index = 0; index < draft_count; index++) {
        form.draft = drafts[index];
        add(&form.entries, (int64_t)act(server, "beginEditing", form.draft.key, "").count);
        type_often(server, types_in_draft, &form, options->keys / draft_count, end, &typed);
    }
    print_typed(&typed);
    printf("\"change_p50_bytes\": %ld, \"change_max_bytes\": %ld, \"entry_max_bytes\": %ld, ",
           (long)percentile(&form.changes, 50), (long)percentile(&form.changes, 100),
           (long)percentile(&form.entries, 100));
}

// As a server that has records checked, one at a time.

static bool is_checked(Server *server, void *record, bool deletes) {
    (void)deletes;
    Buffer body = {0};
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"id\":%ld,", ++server->id);
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"field/check\",\"params\":"
            "{\"form\":\"" URI "\",\"values\":%s}}",
            server->id, (const char *)record);
    return holds(ask(server, &body, wanted), "\"valid\":true");
}

static void measure_record(Server *server, const Options *options) {
    static Typed checked;
    static char record[4096];
    FILE *file = open_beside(options->document, "record");
    if (!fgets(record, sizeof record, file)) fail("%s.record: a record is wanted", options->document);
    fclose(file);
    server->id = 2;
    open_document(server, options->document,
                  "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"field/open\","
                  "\"params\":{\"uri\":\"" URI "\",\"text\":\"",
                  "\",\"keys\":[]}}", "\"id\":2,");
    int64_t end = now() + options->seconds * NANOSECONDS;
    type_often(server, is_checked, record, options->keys, end, &checked);
    print_typed(&checked);
}

// As an editor of a server that is a stranger.

typedef struct {
    Place place;
    Published rest, typed;  // what is published when nothing is wrong, and when one thing is
    const Buffer *text;     // as the inside of a JSON string, for who takes whole texts only
} Stranger;

// Where a place is in a text that is the inside of a JSON string.
static size_t offset_of(const Buffer *text, Place place) {
    size_t offset = 0;
    for (long line = 0; line < place.line; offset++)
        if (!strncmp(text->bytes + offset, "\\n", 2)) line++, offset++;
        else if (text->bytes[offset] == '\\') offset++;
    for (long character = 0; character < place.character; character++)
        offset += text->bytes[offset] == '\\' ? 2 : 1;
    return offset;
}

static void change(Server *server, const Stranger *stranger, bool deletes) {
    Place place = stranger->place;
    Buffer body = {0};
    if (stranger->text) {
        size_t offset = offset_of(stranger->text, place);
        appendf(&body,
                "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":"
                "{\"textDocument\":{\"uri\":\"%s\",\"version\":%ld},\"contentChanges\":[{\"text\":\"",
                server->uri, ++server->version);
        append(&body, stranger->text->bytes, offset);
        append(&body, "x", !deletes);
        append(&body, stranger->text->bytes + offset, stranger->text->count - offset);
        append(&body, "\"}]}}", 5);
        return say(server, &body);
    }
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":"
            "{\"textDocument\":{\"uri\":\"%s\",\"version\":%ld},"
            "\"contentChanges\":[{\"range\":{\"start\":{\"line\":%ld,\"character\":%ld},"
            "\"end\":{\"line\":%ld,\"character\":%ld}},\"text\":\"%s\"}]}}",
            server->uri, ++server->version, place.line, place.character, place.line,
            place.character + deletes, deletes ? "" : "x");
    say(server, &body);
}

static bool types_at_stranger(Server *server, void *place, bool deletes) {
    const Stranger *stranger = place;
    const Published *expected = deletes ? &stranger->rest : &stranger->typed;
    change(server, stranger, deletes);
    return published(server, expected->count).diagnostics == expected->diagnostics;
}

static void measure_stranger(Server *server, const Options *options) {
    static Typed typed;
    Stranger stranger = {0};
    Place unused;
    read_places(options->document, &stranger.place, &unused);
    if (server->settings) {
        Buffer body = copy("{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeConfiguration\","
                           "\"params\":{\"settings\":");
        append(&body, server->settings, strlen(server->settings));
        append(&body, "}}", 2);
        say(server, &body);
    }
    Buffer text = escaped_text(options->document), body = {0};
    appendf(&body,
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":"
            "{\"uri\":\"%s\",\"languageId\":\"%s\",\"version\":1,\"text\":\"",
            server->uri, options->language);
    append(&body, text.bytes, text.count);
    append(&body, "\"}}}", 4);
    if (server->takes_whole_texts) stranger.text = &text;
    server->version = 1;
    int64_t began = now();
    say(server, &body);
    Published opened = published(server, 0);
    printf("\"open_ms\": %.3f, \"open_kb\": %ld, ", microseconds(opened.at - began) / 1000,
           memory_kb(server, "VmRSS:"));
    for (int turn = 0; turn < 2; turn++) {
        change(server, &stranger, false);
        stranger.typed = published(server, 0);
        change(server, &stranger, true);
        stranger.rest = published(server, 0);
    }
    if (stranger.typed.diagnostics <= stranger.rest.diagnostics) fail("the error is not seen");
    int64_t end = now() + options->seconds * NANOSECONDS;
    type_often(server, types_at_stranger, &stranger, options->keys, end, &typed);
    print_typed(&typed);
    free(text.bytes);
}

// The command line.

// What a file holds, or nothing if there is none to read.
static char *contents(const char *path) {
    if (!path) return NULL;
    FILE *file = fopen(path, "r");
    if (!file) fail("%s: %s", path, strerror(errno));
    Buffer text = {0};
    for (int byte; (byte = getc(file)) != EOF;) append(&text, &(char){(char)byte}, 1);
    fclose(file);
    return text.bytes;
}

static char *uri_of(const char *path) {
    char *absolute = realpath(path, NULL);
    if (!absolute) fail("%s: %s", path, strerror(errno));
    Buffer uri = copy("file://");
    append(&uri, absolute, strlen(absolute));
    free(absolute);
    return uri.bytes;
}

static Options read_options(int count, char **arguments) {
    Options options = {.spawns = 10, .keys = 400, .completions = 200, .seconds = 60,
                       .language = "plaintext"};
    int index = 1;
    for (; index < count && strcmp(arguments[index], "--"); index++) {
        char *argument = arguments[index];
        bool has_value = index + 1 < count;
        if (!strcmp(argument, "--floor")) options.is_floor = true;
        else if (!strcmp(argument, "--forms")) options.is_form = true;
        else if (!strcmp(argument, "--records")) options.has_records = true;
        else if (!strcmp(argument, "--spawns") && has_value)
            options.spawns = atol(arguments[++index]);
        else if (!strcmp(argument, "--keys") && has_value) options.keys = atol(arguments[++index]);
        else if (!strcmp(argument, "--completions") && has_value)
            options.completions = atol(arguments[++index]);
        else if (!strcmp(argument, "--seconds") && has_value)
            options.seconds = atol(arguments[++index]);
        else if (!strcmp(argument, "--settle") && has_value)
            options.settle = atol(arguments[++index]);
        else if (!strcmp(argument, "--language") && has_value)
            options.language = arguments[++index];
        else if (!strcmp(argument, "--settings") && has_value)
            options.settings = arguments[++index];
        else options.document = argument;
    }
    if (!options.document || count <= index + 1) fail("a document, -- and a server are wanted");
    options.command = arguments + index + 1;
    return options;
}

static void stay_on_this_core(void) {
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(sched_getcpu(), &core);
    if (sched_setaffinity(0, sizeof core, &core)) fail("affinity: %s", strerror(errno));
}

int main(int count, char **arguments) {
    Options options = read_options(count, arguments);
    signal(SIGPIPE, SIG_IGN);
    stay_on_this_core();
    Server server = {.is_floor = options.is_floor,
                     .settle = options.settle * 1000000,
                     .settings = contents(options.settings),
                     .uri = uri_of(options.document)};
    printf("{");
    start_often(&server, options.command, options.spawns);
    if (options.settle) measure_stranger(&server, &options);
    else if (options.is_form) measure_form(&server, &options);
    else if (options.has_records) measure_record(&server, &options);
    else measure_editor(&server, &options);
    printf("\"peak_kb\": %ld, \"end_kb\": %ld}\n", memory_kb(&server, "VmHWM:"),
           memory_kb(&server, "VmRSS:"));
    stop(&server);
    return 0;
}
