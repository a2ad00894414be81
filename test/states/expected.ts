/** What gar answers one time that git asks it; `fixed` is blocked with the defect mended in the working tree. */
export type Answer = 'passes' | 'blocked' | 'fixed'
export type Expected = {
  /** Every time git asks gar, in order; empty where git runs no hook. */
  readonly calls: readonly Answer[]
  readonly why: string
  /** What is mended in the working tree, below the state's directory. */
  readonly fixes: readonly string[]
  /** Exit status of the trigger. */
  readonly status: number
  readonly install: 'done' | 'refused'
  /** What others change while gar runs, by the start of the path. */
  readonly others: readonly string[]
  /** Whether the bench's agent gets its fix through. */
  readonly agentFixes: boolean
  /** Files with a conversion or a flag, which no fixer may write. */
  readonly kept: readonly string[]
  /** What `gar snapshot` says: it refuses where nothing can be put on record. */
  readonly snapshot: 'done' | 'refused'
}
export type Skipped = { readonly skipped: string }
type More = Partial<Omit<Expected, 'calls' | 'why'>>

const isRoot = process.getuid?.() === 0

function asked(calls: readonly Answer[], why: string, more: More = {}): Expected {
  const last = calls.at(-1) ?? 'passes'
  return { calls, why, fixes: calls.includes('fixed') ? ['repo/a.js'] : [], status: last === 'passes' ? 0 : 1, install: 'done', others: [], agentFixes: calls.includes('fixed'), kept: [], snapshot: 'done', ...more }
}
function passes(why: string, more?: More): Expected { return asked(['passes'], why, more) }
function blocked(why: string, more?: More): Expected { return asked(['blocked'], why, more) }
function fixed(why: string, more?: More): Expected { return asked(['fixed'], why, more) }
function silent(why: string, more?: More): Expected { return asked([], why, more) }

/** The outcome of every state, and its reason. */
export const expected: Readonly<Record<string, Expected | Skipped>> = {
  // How the hook is called.
  'HK-001': fixed('the plain case'),
  'HK-002': fixed('the commit takes what index.lock holds'),
  'HK-004': fixed('the commit takes what is staged and the named path'),
  'HK-005': passes('the tree is the one HEAD has; what was committed past the hook is caught at the push'),
  'HK-007': fixed('the working directory of the process counts, not PWD'),
  'HK-008': fixed('git directory, work tree and index come from the environment'),
  'HK-010': fixed('GIT_DIR comes without GIT_WORK_TREE', { fixes: ['wt/pkg/c.js'] }),
  'HK-011': fixed('the common directory is bare, the work tree is not'),
  'HK-013': blocked('the index of the caller holds the defect, the work tree does not'),
  'HK-014': fixed('pathspec switches of the caller do not reach gar\'s git'),
  'HK-016': fixed('gar never asks'),
  'HK-017': fixed('the hook of the state made the repository bare; the work tree is still the one git named', { fixes: ['wt/a.js'] }),
  'HK-019': fixed('answers of git are read one by one', { fixes: ['my "re\'po" \xc3\xbcn\xc3\xaf\nline/a.js'] }),
  'HK-020': fixed('.git is a file'),
  'HK-022': isRoot ? silent('git itself refuses a repository of another user', { install: 'refused', status: 128, snapshot: 'refused' }) : { skipped: 'only root can give files away' },

  // Which command fires which hook.
  'HK-023': passes('what the other side holds is published there', {}),
  'HK-025': silent('git runs no hook for a clean cherry-pick; the push is judged'),
  'HK-026': passes('a commit like any other'),
  'HK-028': passes('reword changes no tree; squash runs no hook'),
  'HK-029': blocked('a rebase is in progress: reviewed only', { fixes: [] }),
  'HK-031': silent('git am runs other hooks; the push is judged'),
  'HK-032': blocked('a bisect is in progress: reviewed only'),
  'HK-034': passes('nothing is staged; git itself ends with 1', { status: 1 }),
  'HK-035': fixed('the empty tree stands for HEAD'),
  'HK-037': asked(['fixed'], 'a dry run and --no-verify run no hook, --fixup does', { status: 0 }),
  'HK-038': silent('git refuses unmerged paths before the hook', { status: 128, snapshot: 'refused' }),
  'HK-040': fixed('what the hook of the state staged is reviewed'),
  'HK-041': fixed('what the hook of the state did not get into the commit is not reviewed'),

  // States of index and tree.
  'HK-043': fixed('the unfinished line stays in the tree, out of the commit'),
  'HK-044': passes('there is no defect, and nothing is hidden or put back'),
  'HK-046': passes('what is not staged is not committed'),
  'HK-047': blocked('the file is gone from the tree and stays gone'),
  'HK-049': passes('the untracked copy stays'),
  'HK-050': passes('the deletion stays unstaged'),
  'HK-052': passes('the renamed file stays deleted'),
  'HK-053': passes('the moved file stays untracked'),
  'HK-055': fixed('no stash, so an intent to add is in nobody\'s way'),
  'HK-056': passes('the directory stays where the file was'),
  'HK-058': passes('the link is not followed'),
  'HK-059': passes('a link is its text; what it leads to is not read'),
  'HK-061': passes('nothing is read or written behind the link'),
  'HK-062': passes('modes stay'),
  'HK-064': passes('names that differ by case are two files here'),
  'HK-065': fixed('a renamed file that git does not list stays'),
  // The scripted agent tells files by their printed names, which this one has none of; the engine reads the tree.
  'HK-067': fixed('a name of two lines is a name', { fixes: ['repo/new\nline.js'], agentFixes: false }),
  'HK-068': fixed('NFC and NFD are two names', { fixes: ['repo/caf\xc3\xa9.js'] }),
  'HK-070': fixed('names are no patterns', { fixes: [
    '!bang.js', '#hash.js', '$HOME.js', '%25.js', ':!neg.js', ':(top)x.js', '[slug].js', '`id`.js', 'back\\slash.js', 'dq".js', 'q?.js', 'quo\'te.js', 'semi;colon.js', 'star*.js', '{a,b}.js', '~tilde.js',
  ].map((name) => `repo/${name}`) }),
  'HK-071': fixed('names need not be UTF-8', { fixes: ['repo/lat\xe9n.js'], agentFixes: false }),
  'HK-073': passes('a binary file is not reviewed and stays'),
  'HK-074': fixed('byte order mark, line ends and a missing last line end stay', { fixes: ['repo/bom.js', 'repo/crlf.js'] }),
  'HK-076': passes('20,000 names go through standard input'),
  'HK-077': passes('no line end is converted'),
  'HK-079': passes('a change of line ends alone is none'),
  'HK-080': passes('a warning of git is not an answer'),
  'HK-082': passes('a filtered file stays as it is', { kept: ['repo/s.sec'] }),
  'HK-083': fixed('a file that always looks modified is compared by its bytes', { kept: ['repo/s.nd'] }),
  'HK-085': passes('the expanded keyword stays', { kept: ['repo/k.id'] }),
  'HK-086': passes('no text conversion reaches a file'),
  'HK-088': fixed('the skipped file stays', { kept: ['repo/config.local'] }),
  'HK-089': fixed('what is outside the cone stays absent', { fixes: ['repo/in/i.js'] }),
  'HK-091': fixed('what was put outside the cone stays', { fixes: ['repo/in/i.js'] }),
  'HK-092': fixed('nothing is fetched'),
  'HK-094': passes('submodules are opaque'),
  'HK-095': fixed('nested repositories are opaque'),
  'HK-097': fixed('ignored files stay, tracked ones too'),
  'HK-098': fixed('untracked files are there whatever status shows'),
  'HK-100': silent('git refuses before the hook, and the lock stays', { status: 128 }),
  'HK-101': fixed('gar needs no lock of the index'),
  'HK-103': passes('a lying monitor is not asked'),
  'HK-104': fixed('files are compared by their bytes'),
  'HK-106': fixed('the stash is not touched'),

  // Configuration and environment.
  'HK-107': fixed('prefixes are given'),
  'HK-109': fixed('no external program makes a diff'),
  'HK-110': fixed('no external program makes a diff'),
  'HK-112': fixed('no pager'),
  'HK-113': fixed('rename detection, order and context are given'),
  'HK-115': fixed('changes of submodules are listed plainly'),
  'HK-116': fixed('trailing blanks of the user stay'),
  'HK-118': fixed('blocked before the editor opens'),
  'HK-119': fixed('blocked before anything is signed'),
  'HK-121': fixed('git speaks C to gar'),
  'HK-122': silent('without a hooks directory git runs no hook'),
  'HK-124': fixed('nothing of gar lies in unreferenced objects'),
  'HK-125': fixed('ids are whole'),

  // Pushes.
  'HK-127': fixed('the pushed tip is checked out'),
  'HK-128': fixed('only the commits of the branch are new'),
  'HK-130': passes('a deletion publishes nothing'),
  'HK-131': fixed('the update is judged, the deletion is not'),
  'HK-133': fixed('tags are peeled'),
  'HK-134': passes('tags of blobs and trees publish no commit'),
  'HK-136': fixed('branches and tags are judged'),
  'HK-137': fixed('the rewritten commit is new'),
  'HK-139': fixed('judged although the server will reject it'),
  'HK-140': passes('nothing is pushed'),
  'HK-142': blocked('the first tip is not checked out'),
  'HK-143': fixed('the source is an id'),
  'HK-145': fixed('the first ref is judged'),
  'HK-146': fixed('the remote is a URL'),
  'HK-148': fixed('the URL was rewritten'),
  'HK-149': fixed('standard output belongs to git'),
  'HK-151': blocked('the pushed tip is not checked out: reviewed only'),
  'HK-152': fixed('the verdict comes from the commits'),
  'HK-154': blocked('a bare repository has no work tree to fix', { snapshot: 'refused' }),
  'HK-155': fixed('the shallow history is enough'),
  'HK-157': fixed('ids have 64 digits'),
  'HK-158': fixed('branch and tag are judged'),
  'HK-160': fixed('the empty tree stands for the parent', { fixes: ['repo/index.js'] }),
  'HK-161': fixed('no ref says what the remote has'),
  'HK-163': fixed('gar answers at once'),

  // Installing and chaining.
  'HK-164': silent('hooks outside the repository are not written to', { install: 'refused' }),
  'HK-166': fixed('the old hook runs first, under its name'),
  'HK-167': fixed('the old hook runs first'),
  'HK-169': fixed('every hook gets the refs'),
  'HK-170': fixed('the link is kept, the tracked script is not written'),
  'HK-172': fixed('the hooks directory is made'),
  'HK-173': asked(['fixed'], 'the other work tree has hooks of its own', { status: 0 }),
  'HK-175': asked(['fixed', 'blocked', 'blocked'], 'each commit in the hook is judged; none goes through'),
  'HK-176': blocked('interrupted: nothing is written, nothing is left behind', { status: 130 }),
  'HK-178': asked(['fixed', 'passes'], 'gar starts nothing that stays'),
  'HK-179': fixed('git starts hooks at the top', { fixes: ['repo/app/web/src/i.js'] }),
  'HK-181': isRoot ? fixed('root may write everywhere') : silent('hooks cannot be written', { install: 'refused' }),
  'HK-182': fixed('the hook of the template runs first'),
  'HK-184': fixed('branch names are not taken apart'),
  'HK-185': blocked('.git_auto_review is a file of the user', { snapshot: 'refused' }),
  'HK-187': silent('another manager took gar\'s hook away'),
  'HK-188': fixed('gar\'s own hook has the right line ends'),

  // Races and more.
  'HK-190': asked(['blocked', 'blocked'], 'the second waits for the first', { others: ['repo/a.js'] }),
  'HK-191': blocked('what was staged meanwhile was not reviewed', { others: ['repo/keep.txt', 'repo/.git/'] }),
  'HK-193': asked(['fixed', 'passes'], 'with the fix staged the commit passes'),
  'HK-194': fixed('git takes the staging back'),
  'HK-196': fixed('nothing is written behind the link'),
  'HK-197': fixed('the work tree lies elsewhere'),
  'HK-199': fixed('ignored files of the user stay', { agentFixes: false }),
  'HK-200': passes('only deletions'),
  'HK-202': fixed('what any remote has is published'),
  'HK-203': passes('git pushes nothing and tells the hook so', { status: 1 }),
  'HK-205': asked(['fixed', 'blocked'], 'the hook can be run by hand; gar does not work inside a push that is received'),
  'HK-206': blocked('the branch was changed meanwhile', { others: ['repo/'] }),
  'HK-208': passes('the hook of the state emptied the commit'),
  'HK-209': fixed('gar is not troubled by a relative index path'),
  'HK-211': silent('the hook of the state fails first', { status: 1 }),
}
