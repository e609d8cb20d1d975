// For any processor: the compiler's generic vectors, no intrinsics.
#define GIOUL_KERNEL kernel_scalar
#define GIOUL_KERNEL_NAME "plain"
#define GIOUL_KERNEL_BYTES 16
#include "nn/kernel/kernel_impl.h"
