#define GIOUL_KERNEL kernel_avx2
#define GIOUL_KERNEL_NAME "avx2"
#define GIOUL_KERNEL_BYTES 32
#include "nn/kernel/kernel_impl.h"
