# HK-163 [E pre-push] hook needs minutes: transport opened before the hook
mkrepo; bare; bad a.js; ci one
hook .git/hooks/pre-push <<'H'
#!/bin/sh
sleep 2
exit 0
H
trigger <<'E'
git push "file://$T/remote.git" main
E
