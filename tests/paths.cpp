#include "tests/paths.h"

namespace gioul {

std::string test_data() { return GIOUL_TEST_DATA; }
std::string configs_folder() { return GIOUL_CONFIGS; }
std::string gioul_binary() { return GIOUL_BINARY; }
std::string mock_engine() { return GIOUL_MOCK_ENGINE; }
std::string mock_gnubg() { return GIOUL_MOCK_GNUBG; }

}  // namespace gioul
