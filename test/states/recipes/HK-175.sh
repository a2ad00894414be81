# HK-175 [F install and chain] hook re-entered: the hook itself runs git commit
mkrepo; bad a.js; git add a.js
hook .git/hooks/pre-commit <<'H'
#!/bin/sh
echo "depth ${D:-0}" >&2; [ "${D:-0}" -ge 2 ] && exit 0; D=$((${D:-0}+1)) git commit -q --allow-empty -m nested; echo "nested rc=$?" >&2; exit 0
H
trigger <<'E'
git commit -m x
E
