// Compiled for its precompiled header alone: CMakeLists.txt, "gioul_test_headers".
