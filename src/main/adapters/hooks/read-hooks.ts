import * as z from '../../../shared/schema.ts'
import { HookEvent } from '../../../shared/conversation/hook-run.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Hook } from './hook.ts'

export interface ReadHooks {
  readonly hooks: readonly Hook[]
  /** Sentences about entries that are not used. */
  readonly problems: readonly string[]
}

const MOST_HOOKS = 50
const MAX_COMMAND = 10_000
const DEFAULT_SECONDS = 60
const MAX_SECONDS = 600
const MAX_SHOWN = 80
/** The permitted form of a matcher: names, and `.*` or `*` for any letters. */
const NAMES = /^[\w-]*(?:\.?\*[\w-]*)*$/

const File = z.object({ hooks: z.record(z.string(), z.unknown()).optional() })
const Group = z.object({ matcher: z.string().max(1_000).optional(), hooks: z.array(z.unknown()) })
const Command = z.object({
  type: z.literal('command'),
  command: z.string().trim().min(1).max(MAX_COMMAND),
  timeout: z.number().positive().optional(),
})

/**
 * Reads the hooks of a file as Claude Code keeps them in its settings: `{ "hooks": { "PreToolUse": [{ "matcher", "hooks": [{ "type":
 * "command", "command", "timeout" }] }] } }`. An unusable entry affects only itself. The error is a sentence.
 */
export function readHooks(text: string): Result<ReadHooks, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return failed('It is not valid JSON.')
  }
  const file = File.safeParse(json)
  if (!file.success) return failed('Its "hooks" are not an object.')
  const hooks: Hook[] = []
  const problems: string[] = []
  for (const [name, groups] of Object.entries(file.data.hooks ?? {})) {
    const event = HookEvent.safeParse(name)
    if (!event.success) problems.push(`Hooks for ${shown(name)} are not run.`)
    else if (!Array.isArray(groups)) problems.push(`${name} is not a list.`)
    else for (const group of groups) readGroup(event.data, group, { hooks, problems })
  }
  if (hooks.length > MOST_HOOKS) problems.push(`Only the first ${MOST_HOOKS} hooks are used.`)
  return ok({ hooks: hooks.slice(0, MOST_HOOKS), problems: problems.slice(0, MOST_HOOKS) })
}

interface Collected {
  readonly hooks: Hook[]
  readonly problems: string[]
}

function readGroup(event: HookEvent, group: unknown, { hooks, problems }: Collected): void {
  const read = Group.safeParse(group)
  if (!read.success) {
    problems.push(`An entry of ${event} has no list "hooks".`)
    return
  }
  const { matcher = '' } = read.data
  const tools = toolsIn(matcher)
  if (tools === null) {
    problems.push(
      `The matcher ${shown(matcher)} of ${event} is not understood: its hooks are not run.`,
    )
    return
  }
  for (const entry of read.data.hooks) {
    const command = Command.safeParse(entry)
    if (!command.success) problems.push(`A hook of ${event} is not a command, so it is not run.`)
    else hooks.push({ event, tools, ...hookOf(command.data) })
  }
}

function hookOf({
  command,
  timeout,
}: z.infer<typeof Command>): Pick<Hook, 'command' | 'timeoutMs'> {
  const seconds = Math.min(timeout ?? DEFAULT_SECONDS, MAX_SECONDS)
  return { command, timeoutMs: Math.max(1, Math.round(seconds * 1_000)) }
}

/** Empty: every tool. Null: not just names with `*`; as a regular expression it could take forever. */
function toolsIn(matcher: string): readonly string[] | null {
  const names = matcher.split('|').map((name) => name.trim().replace(/^\^|\$$/g, ''))
  if (!names.every((name) => NAMES.test(name))) return null
  const patterns = names.map((name) => name.replaceAll('.*', '*'))
  return patterns.some((name) => name === '' || name === '*') ? [] : patterns
}

/**
 * The text that the user approves, one line per hook. Further lines of a command are indented, so that none of them reads as
 * another hook, which the same approval would cover.
 */
export function wordsOfHooks(hooks: readonly Hook[]): string {
  return hooks.map(wordsOf).join('\n')
}

function wordsOf({ command, event, timeoutMs, tools }: Hook): string {
  const names = tools.length === 0 ? 'every tool' : tools.join(', ')
  const when = {
    PreToolUse: `Before ${names}`,
    PostToolUse: `After ${names}`,
    UserPromptSubmit: 'On a message',
    Stop: 'At the end of a turn',
  }[event]
  return `${when} (${timeoutMs / 1_000} s): ${command.replaceAll('\n', '\n    ')}`
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, MAX_SHOWN))
}
