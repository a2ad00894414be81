# HK-155 [E pre-push] push from a shallow clone
git init -q "$T/seed"; cd "$T/seed"; for i in 1 2 3; do w a.js "$i\n"; ci c$i; done; git clone -q --bare . "$T/remote.git"; git clone -q --depth 1 "file://$T/remote.git" "$T/repo"; cd "$T/repo"; bad a.js; ci mine
trigger <<'E'
git push origin main
E
