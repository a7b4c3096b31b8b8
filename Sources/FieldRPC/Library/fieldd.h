/* fieldd inside of a program: a conversation with it, and forms that judge records.
 *
 * Nothing here has a thread, a child process, a signal handler or a file open between two calls.
 * All pointers with a length may be null where the length is 0. Texts are UTF-8, without a 0 at the end.
 *
 * Any number of threads may use a connection or a form at once. Calls of one connection run one after
 * the other; those of a form run side by side. Nothing may be used once it was closed, or while it is.
 * A process that forks while another thread is in a call must not use fieldd in the child.
 */
#ifndef FIELDD_H
#define FIELDD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. A library with the same number has these functions, and may have more. */
#define FIELDD_ABI 1
uint32_t fieldd_abi(void);

/* A conversation, as the daemon has it over its standard streams: JSON-RPC, framed by Content-Length
 * headers, or one message a line if the first byte is { or [. */
typedef struct fieldd_connection fieldd_connection;

fieldd_connection *fieldd_connection_open(void);

/* Takes bytes of the client, and answers all that can be answered now. The result has *said_count bytes,
 * which fieldd_free frees. Questions of the daemon, such as of field/runValidation, are among them: what
 * was asked before is answered once these are. */
uint8_t *fieldd_connection_take(fieldd_connection *, const uint8_t *bytes, size_t count, size_t *said_count);

void fieldd_connection_close(fieldd_connection *);

/* A form that judges records, in a fraction of the time that a message takes. */
typedef struct fieldd_form fieldd_form;

/* The form that a connection has open at a URI (field/open), as it is now; it stays so, and outlives the
 * connection. Null if there is none, or its text has errors. */
fieldd_form *fieldd_form_open(fieldd_connection *, const uint8_t *uri, size_t count);

/* 1 if a record in JSON is right by the form, and nobody has to be asked about it. 0 means that there is
 * something to say, which may be a warning: fieldd_form_check says what. */
int32_t fieldd_form_passes(fieldd_form *, const uint8_t *record, size_t count);

/* What field/check answers of a record in JSON, in the language in which the form was opened: *said_count
 * bytes, which fieldd_free frees. Null if validators have to be asked: field/check of the connection asks
 * them. */
uint8_t *fieldd_form_check(fieldd_form *, const uint8_t *record, size_t count, size_t *said_count);

/* Where a record stands of which there is something to say. */
typedef struct fieldd_place {
  size_t number; /* of the record, from 0 */
  size_t offset; /* in bytes */
  size_t count;
  size_t is_wrong; /* 1 if it has an error; else there is a warning, or somebody to ask */
} fieldd_place;

/* Judges lines that each are a record, as fieldd_form_passes does, and gives how many there are.
 * *places has *place_count of them, of which there is something to say; fieldd_free frees them. */
size_t fieldd_form_lines(fieldd_form *, const uint8_t *lines, size_t count, fieldd_place **places,
                         size_t *place_count);

void fieldd_form_close(fieldd_form *);

void fieldd_free(void *);

#ifdef __cplusplus
}
#endif

#endif
