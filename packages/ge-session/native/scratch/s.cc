#include "base/status.h"
GE_API int scratch_one() { return 1; }
