// What a gioul.Net says: values of positions, of the plays of a decision, and of all decisions of a
// batch of games.
#pragma once

#include <memory>

#include "python/bindings/net.h"

namespace gioul::python {

void bind_net_values(py::class_<LoadedNet, std::shared_ptr<LoadedNet>>& net);

}  // namespace gioul::python
