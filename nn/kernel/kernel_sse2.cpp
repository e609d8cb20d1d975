#define GIOUL_KERNEL_SSE2
#define GIOUL_KERNEL kernel_sse2
#define GIOUL_KERNEL_NAME "sse2"
#define GIOUL_KERNEL_BYTES 16
#include "nn/kernel/kernel_impl.h"
