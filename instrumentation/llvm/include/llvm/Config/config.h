// Stands in for the configuration header that LLVM keeps to itself: what the recompiled folders ask of it.
#pragma once
#include "llvm/Config/llvm-config.h"
#define HAVE_FENV_H 1
#define HAVE_DECL_FE_ALL_EXCEPT 1
#define HAVE_DECL_FE_INEXACT 1
#define PACKAGE_NAME "LLVM"
#define PACKAGE_VERSION LLVM_VERSION_STRING
