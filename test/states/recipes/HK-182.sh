# HK-182 [F install and chain] repository cloned with a templateDir that installs hooks
mkrepo
hook "$T/tpl/hooks/pre-commit" <<'H'
#!/bin/sh
echo TEMPLATE-HOOK >&2
H
git config --global init.templateDir "$T/tpl"; git clone -q . "$T/clone"; rm -rf "$T/repo"; mv "$T/clone" "$T/repo"; cd "$T/repo"; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
