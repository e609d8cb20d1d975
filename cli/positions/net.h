// `gioul net`: the words that make another net of one.
#pragma once

namespace gioul {

int net_prune(int argc, char** argv);
int net_small(int argc, char** argv);

}  // namespace gioul
