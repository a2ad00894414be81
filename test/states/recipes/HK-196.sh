# HK-196 [G more states] tracked directory replaced by a symlink to outside, fixer target lies under it
mkrepo; mkdir -p "$T/outdir"; printf 'outside\n' >"$T/outdir/f.js"; w dir/f.js 'f\n'; ci d; rm -r dir; ln -s "$T/outdir" dir; git add -A; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
