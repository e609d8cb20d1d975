#define GIOUL_KERNEL_DOTS
#define GIOUL_KERNEL_TILES
#define GIOUL_KERNEL kernel_amx
#define GIOUL_KERNEL_NAME "amx"
#define GIOUL_KERNEL_BYTES 64
#include "nn/kernel/kernel_impl.h"
