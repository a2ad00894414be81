# HK-008 [A environment] --git-dir/--work-tree commit (dotfiles style, git dir outside the tree)
mkdir -p "$T/repo"; cd "$T/repo"; git init -q --bare "$T/dot.git"
g(){ git --git-dir="$T/dot.git" --work-tree="$T/repo" "$@"; }
w a.js 'export const a = 1\n'; w sub/b.js 'b\n'; g add -A; g commit -q -m base; bad a.js; g add -A
meta "gitdir=$T/dot.git"
trigger <<'E'
cd sub && git --git-dir="$T/dot.git" --work-tree="$T/repo" commit -m x
E
