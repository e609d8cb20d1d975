#define GIOUL_KERNEL kernel_scalar
#define GIOUL_KERNEL_NAME "scalar"
#define GIOUL_KERNEL_VECTORS 1
#include "nn/kernel_impl.h"
