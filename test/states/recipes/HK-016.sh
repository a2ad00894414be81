# HK-016 [A environment] commit --patch (hook shares the terminal/stdin of the prompt)
mkrepo; bad a.js
trigger <<'E'
printf 'y\n' | git commit --patch -m x
E
