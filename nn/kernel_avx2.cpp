#define GIOUL_KERNEL kernel_avx2
#define GIOUL_KERNEL_NAME "avx2"
#define GIOUL_KERNEL_VECTORS 2
#include "nn/kernel_impl.h"
