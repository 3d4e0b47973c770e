/*
 * A folder in which a program that nobody trusts has worked: how much lies there, and removing all of it.
 *
 * Both go by descriptors and never by a name that the program could point elsewhere: links are not followed, and nothing
 * is entered that is mounted inside. How deep folders are nested and what their modes are makes no difference.
 */
#ifndef CGFUZZ_FOLDER_H
#define CGFUZZ_FOLDER_H

/* Bytes on disk, counted as deep as a path and the descriptors of this process reach. */
long folder_bytes(int folder);
/* Leaves the folder itself. */
void folder_empty(int folder);
/* Empties the folder and removes it, whatever its name is by now; `name` is the one that it was made with. */
void folder_remove(int folder, const char *name);

#endif
