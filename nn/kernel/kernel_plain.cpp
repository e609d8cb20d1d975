// For any processor: vectors as the compiler has them, and no intrinsics.
#define GIOUL_KERNEL kernel_plain
#define GIOUL_KERNEL_NAME "plain"
#define GIOUL_KERNEL_BYTES 16
#define GIOUL_KERNEL_GROUPS 1
#define GIOUL_KERNEL_TILE 1
#include "nn/kernel/kernel_text.h"
