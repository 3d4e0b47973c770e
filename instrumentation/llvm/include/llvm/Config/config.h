// Stands in for LLVM's private configuration header: the parts that the recompiled folders need.
#pragma once
#include "llvm/Config/llvm-config.h"
#define HAVE_FENV_H 1
#define HAVE_DECL_FE_ALL_EXCEPT 1
#define HAVE_DECL_FE_INEXACT 1
#define PACKAGE_NAME "LLVM"
#define PACKAGE_VERSION LLVM_VERSION_STRING
