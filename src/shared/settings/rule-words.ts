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
  `busybox builtin call chroot chrt cmd command doas entr env eval exec fd find flock ionice ltrace nice nohup nsenter
  parallel powershell pwsh rlwrap runuser script setsid ssh start stdbuf strace su sudo taskset timeout unbuffer unshare
  watch xargs`.split(/\s+/),
)

/**
 * True if a rule may cover everything that begins with these words: at least two, none of which leaves open what is
 * run.
 */
function isPrefix(words: readonly string[]): boolean {
  const program = words[0]?.split('/').at(-1) ?? ''
  const endsInOption = words.at(-1)?.startsWith('-') === true
  return words.length >= 2 && !endsInOption && !CARRIERS.has(program.toLowerCase())
}

/** How many prefixes there are at most: a longer one would be nearly the whole command. */
const MAX_PREFIXES = 8

/** Returns the prefixes that a rule can name for this command, shortest first. */
export function prefixesOf(command: string): readonly string[] {
  const words = plainWords(command) ?? []
  const ends = words.flatMap((word, index) => (index > 0 && !word.startsWith('-') ? [index] : []))
  return ends
    .slice(0, MAX_PREFIXES)
    .map((end) => words.slice(0, end + 1))
    .filter(isPrefix)
    .map((first) => first.join(' '))
}

/** True if a rule allows a call of this tool on this subject. A rule in an older log has no `match`: it is exact. */
export function allows(rule: Rule, tool: string, subject: string | null): boolean {
  if (rule.tool !== tool || subject === null) return false
  if (rule.match !== 'prefix') return rule.subject === subject
  const wanted = plainWords(rule.subject)
  const words = plainWords(subject)
  if (wanted === null || words === null || !isPrefix(wanted)) return false
  return wanted.every((word, index) => word === words[index])
}

export function isSameRule(a: Rule, b: Rule): boolean {
  return a.tool === b.tool && a.subject === b.subject && a.match === b.match
}
