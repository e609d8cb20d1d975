#define GIOUL_KERNEL_DOTS
#define GIOUL_KERNEL kernel_avx512vnni
#define GIOUL_KERNEL_NAME "avx512vnni"
#define GIOUL_KERNEL_BYTES 64
#include "nn/kernel/kernel_impl.h"
