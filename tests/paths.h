// Paths of test data and of the programs under test, set when the build is configured. They are in
// one small file (tests/paths.cpp), so that nothing else is recompiled in another directory.
#pragma once

#include <string>

namespace gioul {

std::string test_data();       // tests/data
std::string configs_folder();  // configs
std::string gioul_binary();    // the built `gioul`
std::string mock_engine();     // tests/tools/mock_engine.cpp, built
std::string mock_gnubg();      // tests/tools/mock_gnubg.cpp, built

}  // namespace gioul
