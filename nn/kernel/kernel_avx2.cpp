#define GIOUL_KERNEL kernel_avx2
#define GIOUL_KERNEL_NAME "avx2"
#define GIOUL_KERNEL_BYTES 32
#define GIOUL_KERNEL_GROUPS 2
#define GIOUL_KERNEL_TILE 2
#include "nn/kernel/kernel_text.h"
