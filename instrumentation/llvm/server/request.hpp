// The payload of one request, as read from the pipe: files, then configurations. Views only: nothing is copied.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstring>

namespace cgfuzz {

enum class Emit : uint8_t { Nothing = 0, Object = 1, IrBefore = 2, IrAfter = 3, Assembly = 4, DiscardedObject = 5 };

struct File {
  llvm::StringRef Name, Bytes;
  bool OnDisk; // the name is a path; there are no bytes
};

struct Configuration {
  Emit What;
  llvm::StringRef Packed; // the arguments, each ended by a zero byte
};

// Configurations are walked in place: the server itself must not allocate.
class Request {
public:
  Request(const uint8_t *Bytes, size_t Size) : At(Bytes), End(Bytes + Size) {
    FileCount = number();
    FilesAt = At;
    for (uint32_t I = 0; I < FileCount; I++) readFile();
    MainIndex = number();
    ConfigurationCount = number();
    ConfigurationsAt = At;
  }
  uint32_t FileCount, MainIndex, ConfigurationCount;

  template <class Each> void forEachFile(Each Do) {
    At = FilesAt;
    for (uint32_t I = 0; I < FileCount; I++) Do(I, readFile());
  }
  Configuration configuration(uint32_t Index) {
    At = ConfigurationsAt;
    Configuration Result{};
    for (uint32_t I = 0; I <= Index; I++) {
      Result.What = At < End ? static_cast<Emit>(*At++) : Emit::Nothing;
      Result.Packed = text();
    }
    return Result;
  }

private:
  const uint8_t *At, *End, *FilesAt, *ConfigurationsAt;
  uint32_t number() {
    uint32_t Value = 0;
    if (End - At >= 4) std::memcpy(&Value, At, 4);
    At = End - At >= 4 ? At + 4 : End;
    return Value;
  }
  llvm::StringRef text() {
    size_t Size = number();
    if (Size > static_cast<size_t>(End - At)) Size = static_cast<size_t>(End - At);
    llvm::StringRef Result(reinterpret_cast<const char *>(At), Size);
    At += Size;
    return Result;
  }
  File readFile() {
    bool OnDisk = At < End && *At++ == 1;
    llvm::StringRef Name = text();
    return {Name, OnDisk ? llvm::StringRef() : text(), OnDisk};
  }
};

inline llvm::SmallVector<const char *, 128> unpack(llvm::StringRef Packed) {
  llvm::SmallVector<const char *, 128> Arguments;
  while (!Packed.empty()) {
    Arguments.push_back(Packed.data());
    Packed = Packed.drop_front(std::strlen(Packed.data()) + 1);
  }
  return Arguments;
}

} // namespace cgfuzz
