#define GIOUL_KERNEL kernel_neon
#define GIOUL_KERNEL_NAME "neon"
#define GIOUL_KERNEL_BYTES 16
#include "nn/kernel/kernel_impl.h"
