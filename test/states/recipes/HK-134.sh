# HK-134 [E pre-push] tag that points at a blob and one at a tree
mkrepo; bare; git tag blobtag $(git hash-object -w a.js); git tag treetag HEAD^{tree}
trigger <<'E'
git push origin blobtag treetag
E
