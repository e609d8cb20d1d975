#define GIOUL_KERNEL kernel_avx2
#define GIOUL_KERNEL_NAME "avx2"
#define GIOUL_KERNEL_BYTES 32
#define GIOUL_KERNEL_GROUPS 1
#define GIOUL_KERNEL_WIDE 4
#define GIOUL_KERNEL_TILE 2
#define GIOUL_KERNEL_ROWS 2
#define GIOUL_KERNEL_SPARSE_TILE 4
#define GIOUL_KERNEL_SPARSE 70
#include "nn/kernel/kernel_impl.h"
