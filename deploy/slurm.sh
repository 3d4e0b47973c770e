#!/bin/sh
# An array of workers that share a folder: sbatch --array=0-63 slurm.sh
# Once: cgfuzz fleet init --folder "$HOME/fleet" && cgfuzz target build clang-19 --profile starter
#SBATCH --cpus-per-task=2 --mem-per-cpu=2G --time=24:00:00 --requeue --open-mode=append --signal=B:INT@60
# Findings (1) and an interruption (130) are no failures. Slurm signals this script alone, which tells its worker.
cgfuzz run --fleet "$HOME/fleet" --target clang-19-starter --jobs "$SLURM_CPUS_PER_TASK" &
worker=$!
trap 'kill -INT "$worker"' INT TERM
while wait "$worker"; code=$?; kill -0 "$worker" 2>/dev/null; do :; done
case $code in 1 | 130) exit 0 ;; esac
exit "$code"
