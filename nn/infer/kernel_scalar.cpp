#define GIOUL_KERNEL kernel_scalar
#define GIOUL_KERNEL_NAME "scalar"
#define GIOUL_KERNEL_BYTES 16
#define GIOUL_KERNEL_GROUPS 1
#define GIOUL_KERNEL_TILE 1
#include "nn/infer/kernel_impl.h"
