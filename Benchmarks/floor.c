// floor: the least that a server on standard streams can do. It answers every Content-Length frame,
// whatever it says, with one fixed frame, so a round trip to it is the price of the two pipes, the
// two wake-ups and lspbench itself. What a daemon takes is best read as a multiple of it.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char answer[] =
    "Content-Length: 111\r\n\r\n"
    "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\","
    "\"params\":{\"uri\":\"*\",\"version\":-1,\"diagnostics\":[]}}";

int main(void) {
    static char buffer[(1 << 16) + 1];
    size_t filled = 0;
    size_t body_left = 0; // of the frame being read; what has arrived of it is thrown away
    for (;;) {
        ssize_t count = read(STDIN_FILENO, buffer + filled, sizeof buffer - 1 - filled);
        if (count <= 0) return 0;
        filled += (size_t)count;
        while (filled > 0) {
            if (body_left == 0) {
                buffer[filled] = 0;
                char *header = strstr(buffer, "Content-Length:");
                char *end = strstr(buffer, "\r\n\r\n");
                if (!header || !end) break;
                body_left = strtoul(header + strlen("Content-Length:"), NULL, 10);
                filled -= (size_t)(end + 4 - buffer);
                memmove(buffer, end + 4, filled);
            }
            size_t eaten = body_left < filled ? body_left : filled;
            filled -= eaten;
            memmove(buffer, buffer + eaten, filled);
            body_left -= eaten;
            if (body_left > 0) break;
            if (write(STDOUT_FILENO, answer, sizeof answer - 1) < 0) return 1;
        }
    }
}
