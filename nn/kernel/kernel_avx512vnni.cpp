#define GIOUL_KERNEL_DOTS
#define GIOUL_KERNEL kernel_avx512vnni
#define GIOUL_KERNEL_NAME "avx512vnni"
#define GIOUL_KERNEL_BYTES 64
#define GIOUL_KERNEL_GROUPS 4
#define GIOUL_KERNEL_WIDE 16
#define GIOUL_KERNEL_TILE 4
#define GIOUL_KERNEL_ROWS 4
#define GIOUL_KERNEL_SPARSE_TILE 4
#define GIOUL_KERNEL_SPARSE 50
#include "nn/kernel/kernel_impl.h"
