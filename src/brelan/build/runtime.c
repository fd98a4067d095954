/* What compiled rules expect to find beside them: counted memory for the small arrays a policy works in.

   Nothing here is seen by two threads: an array lives inside one call. */
typedef __UINTPTR_TYPE__ Word;
typedef struct { long long count; void *data; } Piece;
#ifdef __wasm__
/* Freed pieces wait in a list for each power of two, which is written before them; memory only grows. */
enum { PAGE = 65536, HEAD = 16 };
extern unsigned char __heap_base;
static Word top, end;
static void *lists[32];
static void *malloc(Word size) {
  int k = 5;
  while (((Word)1 << k) < size + HEAD) k++;
  char *piece = lists[k];
  if (piece) return lists[k] = *(void **)piece, piece;
  if (!top) top = ((Word)&__heap_base + 15) & ~(Word)15, end = (Word)__builtin_wasm_memory_size(0) * PAGE;
  if (top + ((Word)1 << k) > end) {
    Word pages = (top + ((Word)1 << k) - end + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (Word)-1) return 0;
    end += pages * PAGE;
  }
  piece = (char *)top + HEAD, top += (Word)1 << k, *(int *)(piece - HEAD) = k;
  return piece;
}
static void free(void *piece) {
  int k = *(int *)((char *)piece - HEAD);
  *(void **)piece = lists[k], lists[k] = piece;
}
/* The product of two 128-bit numbers, which LLVM asks for where it sums up a loop in closed form. */
__int128 __multi3(__int128 a, __int128 b) {
  typedef unsigned long long Half;
  Half low = (Half)a, other = (Half)b, mask = 0xffffffff;
  Half p = (low & mask) * (other & mask), q = (low >> 32) * (other & mask) + (p >> 32);
  Half r = (low & mask) * (other >> 32) + (q & mask);
  Half high = (low >> 32) * (other >> 32) + (q >> 32) + (r >> 32) + low * (Half)(b >> 64) + (Half)(a >> 64) * other;
  return (__int128)((unsigned __int128)high << 64 | (r << 32) | (p & mask));
}
#define OFFERED(name) __attribute__((export_name(#name)))
OFFERED(reserve) void *reserve(Word size) { return malloc(size); }
OFFERED(release) void release(void *piece) { free(piece); }
#else
#include <stdlib.h>
#ifdef _WIN32
#define OFFERED(name) __declspec(dllexport)
#else
#define OFFERED(name) __attribute__((visibility("default")))
#endif
#endif
OFFERED(sources) const char *sources(void) { return SOURCES; }  /* the hash of what this was built from */
void *NRT_Allocate(long long size) { return malloc(size); }
void NRT_Free(void *piece) { free(piece); }
void *NRT_MemInfo_alloc_aligned(long long size, unsigned align) {
  Piece *made = malloc(sizeof(Piece) + align + size);
  if (!made) return 0;
  made->count = 1, made->data = (void *)(((Word)(made + 1) + align - 1) & ~(Word)(align - 1));
  return made;
}
void *NRT_MemInfo_alloc_safe_aligned(long long size, unsigned align) { return NRT_MemInfo_alloc_aligned(size, align); }
void *NRT_MemInfo_data_fast(Piece *piece) { return piece->data; }
