/** What stands under the command list of `gar --help`. */
export const helpAfter = `
Examples:
  gar install-hooks             guard every commit and push of this repository
  gar run                       review, fix what can be proved, and leave the fixes unstaged
  gar run round cap 3           the same, in three rounds at most
  gar run --report-only         review once, change no file
  gar report --markdown         print the last report for a pull request
  gar decline F001 --reason why let a finding pass until its code changes
  git commit --no-verify        skip gar once (GAR=0 does the same for any git command)

Exit codes:
  0  clean, or nothing to review        4  a file changed while the run was working
  1  not clean                          5  the branch is not reviewed by policy
  2  usage or configuration             70 a bug in gar
  3  a helper failed                    130, 143  interrupted
`
