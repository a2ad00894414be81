# HK-154 [E pre-push] push from a bare repository
mkrepo; bare; bad a.js; ci one; git clone -q --bare . "$T/b.git"; git -C "$T/b.git" remote set-url origin "$T/remote.git"; meta "worktree=$T/b.git"
trigger <<'E'
cd "$T/b.git"; git push origin main
E
