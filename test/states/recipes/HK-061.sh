# HK-061 [C index and tree states] tracked path whose parent directory became a symlink to outside
mkrepo; w dir/f.js 'f\n'; ci d; mkdir -p "$T/outdir"; printf 'outside f\n' >"$T/outdir/f.js"; rm -r dir; ln -s "$T/outdir" dir; printf 'x\n' >>keep.txt; git add keep.txt
trigger <<'E'
git commit -m x
E
