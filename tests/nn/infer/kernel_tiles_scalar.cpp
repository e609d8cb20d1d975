#define GIOUL_KERNEL_DOTS
#define GIOUL_KERNEL_TILES
#define GIOUL_KERNEL kernel_tiles_scalar
#define GIOUL_KERNEL_NAME "tiles in plain C++"
#define GIOUL_KERNEL_BYTES 16
#include "nn/kernel/kernel_impl.h"
