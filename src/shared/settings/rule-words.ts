import type { Rule } from '../conversation/turn.ts'

/**
 * Splits a command whose words every shell splits in the same way and passes on unchanged; null for any other text:
 * nothing is parsed, so nothing can be parsed wrongly (docs/decisions/010-rules.md).
 */
export function plainWords(command: string): readonly string[] | null {
  const [program = '', ...others] = command.split(' ')
  const isPlain = PROGRAM.test(program) && others.every((word) => WORD.test(word))
  return isPlain && !RESERVED.has(program) ? [program, ...others] : null
}

/** No word begins with `=` (zsh looks up programs with it). The first is not an assignment, option, label or job either. */
const WORD = /^[\w\-./:@+,][\w\-./:@+,=]*$/
const PROGRAM = /^[\w./][\w\-./:@+,]*$/

/** Words that a shell reads as syntax at the beginning of a command. */
const RESERVED: ReadonlySet<string> = new Set(
  'case coproc do done elif else esac fi for function if in select then time until while'.split(
    ' ',
  ),
)

/**
 * Programs whose arguments are another command, or say what to do with every file: a prefix rule for them would allow
 * nearly everything. A precaution, not a security boundary: no list of programs is ever complete.
 */
const CARRIERS: ReadonlySet<string> = new Set(
  `builtin busybox bwrap call chroot chrt cmd command cross-env doas dotenv entr env eval exec fakeroot fd find firejail flock
  gosu ionice ltrace nice nohup nsenter parallel pkexec powershell proxychains pwsh rlwrap run0 runuser script setsid ssh start
  stdbuf strace su sudo systemd-run taskset timeout unbuffer unshare watch wsl xargs xvfb-run`.split(
    /\s+/,
  ),
)

/** Programs that are carriers only with these subcommands: there the next word names a machine, not yet a program. */
const ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['docker', 'docker-compose', 'finch', 'nerdctl', 'podman', 'podman-compose'].map(
    (program) => [program, ['exec', 'run']] as const,
  ),
  ...['kubectl', 'oc'].map((program) => [program, ['debug', 'exec', 'run']] as const),
])

/** Programs and their subcommands that run the program that the next word names; none: all they do is that. */
const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['bunx', 'npx', 'pnpx', 'uvx'].map((program) => [program, []] as const),
  ...['conda', 'hatch', 'mamba', 'micromamba', 'pdm', 'pipenv', 'pipx', 'poetry', 'rye', 'uv'].map(
    (program) => [program, ['run']] as const,
  ),
  ...['asdf', 'bundle', 'direnv', 'rbenv'].map((program) => [program, ['exec']] as const),
  ['bun', ['x']],
  ['mise', ['exec', 'x']],
  ['npm', ['exec', 'x']],
  ['pnpm', ['dlx', 'exec']],
  ['yarn', ['dlx', 'exec']],
])

/** Returns the number of words up to the program that the command runs in the end; null if they leave that open. */
function wordsToProgram(words: readonly string[]): number | null {
  for (let at = 0; ;) {
    const program = words[at]?.split('/').at(-1)?.toLowerCase() ?? ''
    const elsewhere = ELSEWHERE.get(program)
    if (CARRIERS.has(program) || (elsewhere && placeOf(elsewhere, words, at) !== null)) return null
    const subcommands = RUNNERS.get(program)
    const runner = subcommands?.length === 0 ? at : placeOf(subcommands ?? [], words, at)
    if (runner === null) return at + 1
    at = words[runner + 1] === '--' ? runner + 2 : runner + 1
    // After an option it is open which word is its value.
    if (words[at]?.startsWith('-') ?? true) return null
  }
}

/** Returns the place of the first of these words after `at`. */
function placeOf(wanted: readonly string[], words: readonly string[], at: number): number | null {
  for (let place = at + 1; place < words.length; place++) {
    if (wanted.includes(words[place] ?? '')) return place
  }
  return null
}

/**
 * Returns a test for the number of first words of this command that a rule may cover: at least two, which name the
 * program that runs, and whose last is not an option.
 */
function prefixTest(words: readonly string[]): (length: number) => boolean {
  const least = wordsToProgram(words)
  return (length) =>
    least !== null && length >= Math.max(2, least) && words[length - 1]?.startsWith('-') === false
}

/** How many prefixes there are at most: a longer one would be nearly the whole command. */
const MAX_PREFIXES = 8

/** Returns the prefixes that a rule can name for this command, shortest first. */
export function prefixesOf(command: string): readonly string[] {
  const words = plainWords(command) ?? []
  const isPrefix = prefixTest(words)
  return words
    .map((_, index) => index + 1)
    .filter(isPrefix)
    .slice(0, MAX_PREFIXES)
    .map((length) => words.slice(0, length).join(' '))
}

/** True if a rule allows a call of this tool on this subject. A rule in an older log has no `match`: it is exact. */
export function allows(rule: Rule, tool: string, subject: string | null): boolean {
  if (rule.tool !== tool || subject === null) return false
  if (rule.match !== 'prefix') return rule.subject === subject
  // Splitting words takes long for thousands of rules, and nearly all of them begin otherwise.
  if (!subject.startsWith(rule.subject)) return false
  const wanted = plainWords(rule.subject)
  const words = plainWords(subject)
  if (wanted === null || words === null || !prefixTest(words)(wanted.length)) return false
  return wanted.every((word, index) => word === words[index])
}

export function isSameRule(a: Rule, b: Rule): boolean {
  return a.tool === b.tool && a.subject === b.subject && a.match === b.match
}
