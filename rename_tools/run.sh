#!/bin/bash
# run.sh REPO COMMIT: applies the renames to COMMIT of REPO (a tree in the old names). Result: the
# 13 commits on top of COMMIT in the worktree /tmp/ren/port (detached). ONE=1: all as one commit, faster.
set -e
git -C /tmp/wt/A fetch -q "$1" "$2"
git -C /tmp/wt/A rev-parse FETCH_HEAD >/tmp/ren/M
cd /tmp/ren
if [ -n "$ONE" ]; then
  python3 port2.py
  git -C port add -A
  git -C port commit -qm "names: rename what a stranger could not guess" -m "No functional change"
else
  ALL=1 python3 port2.py
fi
git -C port diff --check "$(cat M)" HEAD | grep -a conflict || true
git -C port log --oneline -1
