/* The folder that a generator works in: how much lies there, and removing all of it however it is nested. */
#ifndef CGFUZZ_FOLDER_H
#define CGFUZZ_FOLDER_H

/* Bytes on disk, counted down to a fixed depth. */
long folder_bytes(int folder);
void folder_empty(int folder);

#endif
