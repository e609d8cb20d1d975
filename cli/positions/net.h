// `gioul net`: the word that cuts units out.
#pragma once

namespace gioul {

int net_prune(int argc, char** argv);

}  // namespace gioul
