// For any processor: the compiler's generic vectors, no intrinsics.
#define GIOUL_KERNEL kernel_scalar
#define GIOUL_KERNEL_NAME "plain"
#define GIOUL_KERNEL_BYTES 16
#define GIOUL_KERNEL_GROUPS 1
#define GIOUL_KERNEL_WIDE 2
#define GIOUL_KERNEL_TILE 1
#define GIOUL_KERNEL_ROWS 2
#define GIOUL_KERNEL_SPARSE_TILE 2
#define GIOUL_KERNEL_SPARSE 70
#include "nn/kernel/kernel_impl.h"
