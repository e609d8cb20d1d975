#define GIOUL_KERNEL kernel_avx512
#define GIOUL_KERNEL_NAME "avx512"
#define GIOUL_KERNEL_BYTES 64
#include "nn/kernel/kernel_impl.h"
