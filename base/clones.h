// GIOUL_CLONES before a function: clones of it for newer instruction sets, chosen when the program
// starts. Both newer ones fuse products of floats and round alike as long as nothing is summed
// across a vector (a training run of 50,000 games has the same bits with either); the default
// rounds otherwise.
#pragma once

// Clang can't name these levels, and gcc's resolver runs before ThreadSanitizer is ready and
// crashes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define GIOUL_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define GIOUL_CLONES
#endif
