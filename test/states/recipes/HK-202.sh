# HK-202 [G more states] triangular workflow: fetch from upstream, push to a fork without tracking refs
mkrepo; bare; for i in 1 2 3; do printf "$i\n" >>keep.txt; ci up$i; done; git push -q origin main; git init -q --bare "$T/fork.git"; git remote add fork "$T/fork.git"; git config remote.pushDefault fork; git checkout -q -b feat; bad a.js; ci mine
trigger <<'E'
git push fork feat
E
