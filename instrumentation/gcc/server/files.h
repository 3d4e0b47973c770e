/* The files of a request, in memory, under the names that a compile opens. */
#pragma once
#include "request.h"

namespace cgfuzz {

/* From now on a compile in this process finds these files. */
void useFiles(Request &Asked);
/* The written assembly, as a descriptor; -1 if there is none. */
int assemblyDescriptor();
/* A file for the assembler, whose name stands for a descriptor of this process. */
const char *nameOfDescriptor(int Descriptor, char (&Room)[32]);

} // namespace cgfuzz
