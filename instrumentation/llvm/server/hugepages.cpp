// Moves the program's own code and constants to huge pages. A compile touches tens of megabytes of them. Without huge
// pages, every fork would fault them in 64 KiB at a time and miss the TLB.
#include <cstdint>
#include <cstring>
#include <link.h>
#include <sys/mman.h>

static constexpr uintptr_t Huge = 2 << 20;

static int move(dl_phdr_info *Program, size_t, void *) {
  for (int I = 0; I < Program->dlpi_phnum; I++) {
    const auto &Segment = Program->dlpi_phdr[I];
    if (Segment.p_type != PT_LOAD || (Segment.p_flags & PF_W)) continue;
    uintptr_t Start = (Program->dlpi_addr + Segment.p_vaddr + Huge - 1) & ~(Huge - 1);
    uintptr_t End = (Program->dlpi_addr + Segment.p_vaddr + Segment.p_memsz) & ~(Huge - 1);
    if (End <= Start) continue;
    void *Room = mmap(nullptr, End - Start + Huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Room == MAP_FAILED) break;
    void *Copy = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(Room) + Huge - 1) & ~(Huge - 1));
    madvise(Copy, End - Start, MADV_HUGEPAGE);
    std::memcpy(Copy, reinterpret_cast<void *>(Start), End - Start);
    if (mprotect(Copy, End - Start, PROT_READ | (Segment.p_flags & PF_X ? PROT_EXEC : 0))) break;
    // The kernel does it in one step: this very function continues in its own copy.
    mremap(Copy, End - Start, End - Start, MREMAP_MAYMOVE | MREMAP_FIXED, reinterpret_cast<void *>(Start));
  }
  return 1; // the first object is the program itself
}

void moveToHugePages() { dl_iterate_phdr(move, nullptr); }
