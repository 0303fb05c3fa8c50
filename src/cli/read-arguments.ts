import { failed, ok, type Result } from '../shared/result.ts'
import {
  COMMON_FLAGS,
  type Flag,
  type Subcommand,
  SUBCOMMANDS,
  type SubcommandName,
} from './command-table.ts'

export interface ParsedCommand {
  readonly name: SubcommandName
  readonly words: readonly string[]
  /** By the name of the flag; '' for a flag without a value. */
  readonly flags: ReadonlyMap<string, string>
}

export type ReadArguments =
  | { readonly type: 'help'; readonly of: SubcommandName | null }
  | { readonly type: 'version' }
  | { readonly type: 'run'; readonly parsed: ParsedCommand }

/** The error is a sentence for people. */
export function readArguments(args: readonly string[]): Result<ReadArguments, string> {
  const [first = '--help', ...rest] = args
  if (first === '--help' || first === '-h' || first === 'help') {
    const [of] = rest
    const known = SUBCOMMANDS.find(({ name }) => name === of)
    if (of !== undefined && known === undefined) return failed(`There is no command ${quoted(of)}.`)
    return ok({ type: 'help', of: known?.name ?? null })
  }
  if (first === '--version' || first === '-V') return ok({ type: 'version' })
  if (first.startsWith('-'))
    return failed(`${quoted(first)} is not a command: options come after one.`)
  const subcommand = SUBCOMMANDS.find(({ name }) => name === first)
  if (subcommand === undefined) return failed(`There is no command ${quoted(first)}.`)
  return readFor(subcommand, rest)
}

function readFor(
  subcommand: Subcommand & { readonly name: SubcommandName },
  args: readonly string[],
): Result<ReadArguments, string> {
  const known = [...subcommand.flags, ...COMMON_FLAGS]
  const flags = new Map<string, string>()
  const words: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      words.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg)
      continue
    }
    const [written = '', ...inline] = arg.split('=')
    const flag = known.find(
      ({ name }) => written === `--${name}` || (name === 'help' && written === '-h'),
    )
    if (flag === undefined)
      return failed(`phoenix ${subcommand.name} has no option ${quoted(written)}.`)
    if (flags.has(flag.name)) return failed(`--${flag.name} was given twice.`)
    if (flag.value !== undefined && inline.length === 0) at += 1
    const value = inline.length > 0 ? inline.join('=') : flag.value === undefined ? null : args[at]
    const fault = faultOf(flag, value)
    if (fault !== null) return failed(fault)
    flags.set(flag.name, value ?? '')
  }
  if (flags.has('help')) return ok({ type: 'help', of: subcommand.name })
  if (flags.has('version')) return ok({ type: 'version' })
  const fault = faultOfWords(subcommand, words)
  return fault === null
    ? ok({ type: 'run', parsed: { name: subcommand.name, words, flags } })
    : failed(fault)
}

/** `value`: null if a flag without a value got none. */
function faultOf(flag: Flag, value: string | null | undefined): string | null {
  const { choices, name, value: valueName } = flag
  if (valueName === undefined) return value === null ? null : `--${name} takes no value.`
  if (value === undefined || value === null || value === '')
    return `--${name} needs a value: ${valueName}.`
  if (choices !== undefined && !choices.includes(value)) {
    return `--${name} must be one of ${choices.join(', ')}, not ${quoted(value)}.`
  }
  return null
}

function faultOfWords(
  { arguments: expected, name }: Subcommand,
  words: readonly string[],
): string | null {
  const missing = expected.find(
    ({ isOptional = false }, at) => !isOptional && (words[at] ?? '') === '',
  )
  if (missing !== undefined) return `phoenix ${name} needs ${missing.name}.`
  const isOpen = expected.at(-1)?.isList ?? false
  const more = isOpen ? undefined : words[expected.length]
  return more === undefined
    ? null
    : `phoenix ${name} does not know what to do with ${quoted(more)}.`
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
