# HK-157 [E pre-push] SHA-256 repository: delete and create
mkrepo --object-format=sha256; git init -q --bare --object-format=sha256 "$T/remote.git"; git remote add origin "$T/remote.git"; git push -q origin main main:old; bad a.js; ci one
trigger <<'E'
git push origin main :old main:fresh
E
