#!/bin/sh
# A worker in a container, as its first process: podman run cgfuzz:0.2.0 run --fleet /fleet
# It hands each signal to cgfuzz and waits for it. Findings (1) and an interruption (130) are no failures.
cgfuzz "$@" &
worker=$!
trap 'kill -INT "$worker" 2>/dev/null' INT TERM
while wait "$worker"; code=$?; kill -0 "$worker" 2>/dev/null; do :; done
case $code in 1 | 130) exit 0 ;; esac
exit "$code"
