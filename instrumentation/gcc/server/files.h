/* The files of a request, in memory, under the names that a compile opens. */
#pragma once
#include "request.h"

namespace cgfuzz {

/* From now on these files are what a compile in this process finds. */
void useFiles(Request &Asked);
/* The assembly that was written, as a descriptor; -1 if none was. */
int assemblyDescriptor();
/* A file of the assembler's, whose name names a descriptor of this process. */
const char *nameOfDescriptor(int Descriptor, char (&Room)[32]);

} // namespace cgfuzz
