# HK-073 [C index and tree states] binary file staged and modified again
mkrepo; head -c 5000 /dev/urandom >b.bin; ci bin; head -c 5000 /dev/urandom >b.bin; git add b.bin; head -c 6000 /dev/urandom >b.bin
trigger <<'E'
git commit -m x
E
