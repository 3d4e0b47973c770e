/* Translates a person's arguments by GCC's driver: into words for the compiler and for the assembler. */
#pragma once
#include "request.h"

namespace cgfuzz {

/* Lies in memory that the server and its children share; its words follow it, each ended by a zero byte. */
struct Translation {
  uint64_t Key;
  uint32_t Refused; /* the words are the driver's complaints */
  uint32_t CompilerBytes, AssemblerBytes;
  View compiler() const { return {reinterpret_cast<const char *>(this + 1), CompilerBytes}; }
  View assembler() const { return {reinterpret_cast<const char *>(this + 1) + CompilerBytes, AssemblerBytes}; }
};

/* Makes room, before the first request. */
void prepareTranslations();

/* Asks the driver once for each list of arguments. Null if it died: the last slot says how. */
const Translation *translate(View Packed, View MainName);

/* Name of the assembly in the words for both. */
extern const char AssemblyName[];
/* Name of the object in the words for the assembler. */
extern const char ObjectName[];

} // namespace cgfuzz
