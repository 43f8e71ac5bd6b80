/* Commas and compound assignments move out of the operators around them. */
#include <stdint.h>
#include <stdio.h>
static int16_t f(int x) { printf("f "); return x; }
static int g(int x) { printf("g "); return x; }
int8_t g8; uint8_t gu8; int g32; uint32_t gu32, l = 3; int16_t g16; int64_t g64; int *p = &g32;
int main(void) {
#define T(e) (e); printf(" : %s\n", #e)
T(f(1) > (g8 ^= g(1))); T(f(1) > ((g8 ^= g(1)) & l)); T(f(1) > (g32 ^= g(1)));  T(f(1) > (g32 = g(1))); T(f(1) > (g32 = g(1)) + 1);
T(f(1) > (*p = g(1)));T(f(1) == (*p = g(1))); T(f(1) + (*p = g(1))); T(f(1) & (*p = g(1))); T(f(1) > ((g32 ^= g(1)) & 3)); T(f(1) > (g32++, g(1))); T(f(1) + (g32, g(1))); T(f(1) > (g(1), g32)); T(f(1) + (g(1), g32));T(f(1) & (g(1), g32)); T(f(1) * (g(1), g32)); T((g(1), 5) < f(1)); T(f(1) | (g(1),7));T(f(1) - (g(1),7)); T(f(1) << (g(1),7)); T(f(1) % (g(1),7)); T(f(1) & (g(1) , g32) ); T(f(1) > ((g(1) , g32) & l)); T(f(1) > ((g(1) , g32) + 2)); T((f(1),2) + (g(1),2)); T((f(1),2) < (g(1),2)); T(f(1) + ((g(1) , g32) + 2)); T(f(1)&&1 > ((g(1), g32)));
return 0;
}
