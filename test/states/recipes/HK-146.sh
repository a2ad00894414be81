# HK-146 [E pre-push] remote given by URL, not by name
mkrepo; bare; bad a.js; ci one
trigger <<'E'
git push "$T/remote.git" main
E
