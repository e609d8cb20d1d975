// Compiled for its precompiled header alone: CMakeLists.txt, "gioul_text_headers".
