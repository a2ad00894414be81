# HK-140 [E pre-push] up-to-date push
mkrepo; bare
trigger <<'E'
git push origin main
E
