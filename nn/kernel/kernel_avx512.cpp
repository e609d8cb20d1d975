#define GIOUL_KERNEL kernel_avx512
#define GIOUL_KERNEL_NAME "avx512"
#define GIOUL_KERNEL_BYTES 64
#define GIOUL_KERNEL_GROUPS 8
#define GIOUL_KERNEL_TILE 4
#include "nn/kernel/kernel_text.h"
