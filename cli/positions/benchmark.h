// `gioul benchmark`: the words that make sets of decisions.
#pragma once

namespace gioul {

int benchmark_make(int argc, char** argv);
int benchmark_join(int argc, char** argv);

}  // namespace gioul
