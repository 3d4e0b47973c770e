/*
 * A folder in which an untrusted program has worked: measures its size, and removes all of it.
 *
 * Both functions go by descriptors and never by a name that the program could point elsewhere. They follow no links and
 * enter no mounts. Depth of nesting and modes of folders make no difference.
 */
#ifndef CGFUZZ_FOLDER_H
#define CGFUZZ_FOLDER_H

/* Bytes on disk, counted as deep as a path and the descriptors of this process reach. */
long folder_bytes(int folder);
/* Removes the entries and leaves the folder itself. */
void folder_empty(int folder);
/* Empties the folder and removes it, whatever its present name is; `name` is its first name. */
void folder_remove(int folder, const char *name);

#endif
