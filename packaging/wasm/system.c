/* What the standard library of Swift wants of a system, and the module has of its host.

   Memory and the reading of decimal fractions are those of wasi-libc. Nothing here needs WASI, so that a module has two
   imports and runs where functions of JavaScript are. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

__attribute__((import_module("fieldd"), import_name("random"))) extern void host_random(void *bytes, size_t count);

/* For the seeds of hash tables. */
void arc4random_buf(void *bytes, size_t count) { host_random(bytes, count); }

/* The storage that all empty arrays share: a class, a count of references that never ends, no elements, no capacity.
   The standard library's own is aligned as a word is. Of an array whose elements want more its `span` looks whether they
   are aligned, also where there are none, and traps: whether it does is up to what stands before it in memory. */
__attribute__((aligned(16))) struct {
  uintptr_t class, references, count, doubledCapacity;
} empty_array __asm__("$es23_swiftEmptyArrayStorageSi_S3itvp") = {0, UINTPTR_MAX, 0, 1};

uintptr_t __stack_chk_guard = 0x5bd1e995;

void __stack_chk_fail(void) { __builtin_trap(); }

/* The message of a trap goes nowhere: a host sees the trap itself. */
int putchar(int character) { return character; }

/* Its reader of numbers can read files too, of which there are none. */
uint16_t __wrap___wasi_fd_close(int file) { return 8; }
uint16_t __wrap___wasi_fd_seek(int file, int64_t offset, uint8_t whence, uint64_t *place) { return 8; }
uint16_t __wrap___wasi_fd_write(int file, const void *pieces, size_t count, size_t *written) { return 8; }

/* The number at the beginning of a text, and where it ends; the locale of libc is that of C. */
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end;
}
