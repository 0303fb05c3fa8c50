import { basename } from 'node:path'

/** The facts by which a shell command can identify a program. */
export interface Self {
  readonly pid: number
  /** The name that `killall` and `pkill` use. */
  readonly name: string
  readonly commandLine: string
}

export const THIS_PROGRAM: Self = {
  pid: process.pid,
  name: basename(process.execPath),
  commandLine: [process.execPath, ...process.argv.slice(1)].join(' '),
}

/**
 * R28: the reason why a command that obviously ends this program is not run; null if it is not obvious. Guards against
 * accidents such as `pkill node` if there is no sandbox to hide processes. It is not a security boundary: what a command does
 * cannot be known from its text, and nothing is ever allowed because of this check.
 */
export function ownEndIn(command: string, self: Self): string | null {
  const isKilling = /\bkill\b/.test(command)
  const isAimed = command
    .split(/[\n;&|(){}`]/)
    .map(wordsOf)
    .some((words) => aimsAt(words, self, isKilling))
  if (!isAimed) return null
  return `This would end Phoenix itself (process ${self.pid}, ${self.name}). End what you started by its own pid, or with the stop action of bash_background. Nothing was run.`
}

/** The words of one simple command, without its prefixes. */
function wordsOf(piece: string): readonly string[] {
  const words = piece.split(/\s+/).map((word) => word.replaceAll(/^\$?["']|["']$/g, ''))
  const start = words.findIndex((word) => word !== '' && !isPrefix(word))
  return start < 0 ? [] : words.slice(start).filter((word) => word !== '')
}

function isPrefix(word: string): boolean {
  return /^(sudo|command|exec|nohup|env|xargs|time|\w+=.*|\$|!|-\w)$/.test(word)
}

function aimsAt([first = '', ...rest]: readonly string[], self: Self, isKilling: boolean): boolean {
  const options = rest.filter((word) => word.startsWith('-'))
  const targets = rest.filter((word) => !word.startsWith('-'))
  switch (basename(first)) {
    case 'kill':
      return !options.includes('-0') && rest.some((word, index) => isOwn(word, index, self))
    case 'killall':
      return targets.includes(self.name)
    case 'pkill':
      return matches(targets.at(-1), options, self)
    case 'pgrep':
      return isKilling && matches(targets.at(-1), options, self)
    case 'pidof':
      return isKilling && targets.includes(self.name)
    default:
      return false
  }
}

/** True for its pid, its group, or `-1`, which means every process unless it comes first and is a signal. */
function isOwn(word: string, index: number, { pid }: Self): boolean {
  return word === String(pid) || (index > 0 && (word === `-${pid}` || word === '-1'))
}

/** Matches `-P` and `--parent`; -HUP and -PIPE are signals. */
const OF_PARENT = /^(-P(\W|\d|$)|--parent)/

/** A pattern with more repeats could keep the search busy forever. */
const MAX_REPEATS = 2

/** True if no shell expands the pattern and matching takes no time. */
function isPlain(pattern: string): boolean {
  const repeats = pattern.match(/[*+?]/g) ?? []
  return repeats.length <= MAX_REPEATS && !/\$./.test(pattern)
}

/** Like pkill: matches within the name, with -f within the command line; with -x the whole of it. With -P only children. */
function matches(pattern: string | undefined, options: readonly string[], self: Self): boolean {
  if (pattern === undefined || !isPlain(pattern)) return false
  const has = (letter: string): boolean =>
    options.some((option) => /^-\w+$/.test(option) && option.includes(letter))
  if (options.some((option) => OF_PARENT.test(option))) return false
  const among = has('f') ? self.commandLine : self.name
  try {
    return new RegExp(has('x') ? `^(?:${pattern})$` : pattern).test(among)
  } catch {
    return false
  }
}
