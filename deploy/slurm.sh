#!/bin/sh
# An array of workers that share a folder: sbatch --array=0-63 slurm.sh
#SBATCH --cpus-per-task=2 --mem-per-cpu=2G --time=24:00:00 --requeue --signal=B:INT@60
exec cgfuzz run --fleet "$HOME/fleet" --target clang-19-starter --jobs "$SLURM_CPUS_PER_TASK"
