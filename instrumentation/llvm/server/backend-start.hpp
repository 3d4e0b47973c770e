#pragma once
namespace cgfuzz {
// Whether this compile got as far as the optimiser.
bool backendStarted();
} // namespace cgfuzz
