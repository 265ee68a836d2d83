#pragma once

// Marks what one of our shared libraries offers to another; everything else stays hidden.
#define GE_API __attribute__((visibility("default")))
