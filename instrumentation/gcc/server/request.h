/* The payload of one request, as read from the pipe: files, then configurations. Views only: nothing is copied. */
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cgfuzz {

enum class Emit : uint8_t { Nothing = 0, Object = 1, IrBefore = 2, IrAfter = 3, Assembly = 4, DiscardedObject = 5 };

struct View {
  const char *Data;
  size_t Size;
  bool is(const char *Text) const { return std::strlen(Text) == Size && !std::memcmp(Data, Text, Size); }
};

struct RequestFile {
  View Name, Bytes;
  bool OnDisk; /* the name is a path; there are no bytes */
};

struct Configuration {
  Emit What;
  View Packed; /* the arguments, each ended by a zero byte */
};

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

  RequestFile file(uint32_t Index) {
    At = FilesAt;
    RequestFile Result{};
    for (uint32_t I = 0; I <= Index; I++) Result = readFile();
    return Result;
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
  View text() {
    size_t Size = number();
    if (Size > static_cast<size_t>(End - At)) Size = static_cast<size_t>(End - At);
    View Result{reinterpret_cast<const char *>(At), Size};
    At += Size;
    return Result;
  }
  RequestFile readFile() {
    bool OnDisk = At < End && *At++ == 1;
    View Name = text();
    return {Name, OnDisk ? View{} : text(), OnDisk};
  }
};

} // namespace cgfuzz
