import * as z from '../../shared/schema.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { CallInput } from '../../shared/messages/content.ts'
import type { ChangePreview } from '../../shared/conversation/change-preview.ts'
import type { LiveCall } from '../../shared/conversation/conversation.ts'
import { PROVIDER_PAGE, PROVIDER_SEARCH } from '../../shared/messages/web-tools.ts'
import type { AskedCallView } from '../../shared/conversation/state-view.ts'
import { formatDuration, formatLimit, formatTaken } from './time.ts'
import { countOf, wordsOfOutcome } from './words.ts'
import type { CallNow } from './call-now.ts'
import type { NamedPath } from './path-words.ts'
import type { ShownResult } from '../items/shown-results.ts'
import type { ShownCall } from '../items/thread-items.ts'

/**
 * Returns a call's whole input: its command unchanged, then its other fields, one per line, then the changes that it
 * requests.
 */
export function textOfInput(input: CallInput): string {
  if (input.type === 'unparsed') return input.text
  const unshown = new Map(Object.entries(input.value))
  const takeField = (name: string): readonly string[] => {
    const value = unshown.get(name)
    if (typeof value !== 'string') return []
    unshown.delete(name)
    return [value]
  }
  const command = takeField('command')
  const change = [
    ...takeField('old_string').flatMap((text) => marked('-', text)),
    ...takeField('new_string').flatMap((text) => marked('+', text)),
    ...takeField('content').flatMap((text) => marked('+', text)),
    ...takeField('patch'),
    ...textsOfChanges(unshown.get('changes')),
  ]
  unshown.delete('changes')
  const fields = Array.from(
    unshown,
    ([name, value]) => `${textOfValue(name)}: ${textOfValue(value)}`,
  )
  return [...command, ...fields, ...change].join('\n')
}

/**
 * Returns what a person reads before they allow a call: its preview if that shows the whole change, otherwise the call's
 * whole input. `preview`: null if there is none.
 */
export function textToAllow(input: CallInput, preview: ChangePreview | null): string {
  switch (preview?.type) {
    case undefined:
    case 'none':
      return textOfInput(input)
    case 'diff':
      return preview.leftOut === 0 ? preview.text : textOfInput(input)
    case 'changed':
      return `${preview.text}\n${textOfInput(input)}`
    default:
      return assertNever(preview)
  }
}

/** A call's input for a person: nothing of it is left out. */
export interface InputParts {
  /** The command, unchanged; for other tools the whole input. */
  readonly text: string
  /** The known options of a command, in words. */
  readonly options: readonly string[]
  /** Why the model wants what it asks for, in its own words; null: it does not say. */
  readonly reason: string | null
  /** The other fields of a command, one per line. */
  readonly rest: string
}

/** Returns a call's input with the command apart from its options, which are not lines of it. */
export function inputParts(input: CallInput, tool: string): InputParts {
  const command = input.type === 'object' ? input.value['command'] : undefined
  if (input.type === 'unparsed' || typeof command !== 'string')
    return { text: textOfInput(input), options: [], reason: null, rest: '' }
  const { command: _command, ...others } = input.value
  const options: string[] = []
  let reason: string | null = null
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(others)) {
    const words = COMMAND_TOOLS.has(tool) ? wordsOfOption(name, value) : null
    if (words !== null) options.push(words)
    else if (COMMAND_TOOLS.has(tool) && name === 'reason' && typeof value === 'string')
      reason = value
    else rest[name] = value
  }
  return { text: command, options, reason, rest: textOfInput({ type: 'object', value: rest }) }
}

const COMMAND_TOOLS: ReadonlySet<string> = new Set(['bash', 'bash_background'])

/** Null: not an option that Phoenix knows, or not a value that it takes. */
function wordsOfOption(name: string, value: unknown): string | null {
  if (name === 'outside_sandbox' && value === true) return 'Outside the sandbox'
  if (name === 'timeout_seconds' && typeof value === 'number' && value >= 1)
    return `Limit ${formatLimit(value * 1_000)}`
  return name === 'action' && value === 'start' ? 'Starts a background job' : null
}

/**
 * Returns the text of a command's result without its last line, if the head of its card says the same: how it ended, with
 * another time than the whole call took.
 */
export function withoutEnding({ summary, text }: Pick<ShownResult, 'summary' | 'text'>): string {
  if (summary === null) return text
  const start = text.lastIndexOf('\n') + 1
  const last = text.slice(start)
  const isSaid =
    last === summary || (last.startsWith(summary) && TOOK.test(last.slice(summary.length)))
  return isSaid && start > 0 ? text.slice(0, start - 1) : text
}

const TOOK = /^ · \d+\.\d s$/

/**
 * Returns the file or folder that a call concerns, and the line from which it reads. Null if the input has no `path`.
 */
export function placeOfCall({ input }: Pick<ShownCall, 'input'>): NamedPath | null {
  if (input.type === 'unparsed') return null
  const { path, offset } = input.value
  if (typeof path !== 'string' || path.trim() === '') return null
  const line = typeof offset === 'number' && Number.isSafeInteger(offset) && offset > 0
  return { path, line: line ? offset : null }
}

/** Returns a call's input without its path. */
export function withoutPath(input: CallInput): CallInput {
  if (input.type === 'unparsed') return input
  const { path: _path, ...value } = input.value
  return { type: 'object', value }
}

/** Returns the changes that a patch of an earlier version requested: removed and added lines. */
function textsOfChanges(changes: unknown): readonly string[] {
  if (changes === undefined) return []
  const all = AskedChanges.safeParse(changes)
  return all.success ? all.data.map(textOfChange) : [`changes: ${textOfValue(changes)}`]
}

const AskedChanges = z.array(
  z.union([
    z.strictObject({
      type: z.literal('edit'),
      path: z.string(),
      oldText: z.string(),
      newText: z.string(),
    }),
    z.strictObject({ type: z.literal('create'), path: z.string(), text: z.string() }),
    z.strictObject({ type: z.literal('delete'), path: z.string() }),
  ]),
)

function textOfChange(change: z.infer<typeof AskedChanges>[number]): string {
  const head = `${change.type} ${textOfValue(change.path)}`
  switch (change.type) {
    case 'edit':
      return [head, ...marked('-', change.oldText), ...marked('+', change.newText)].join('\n')
    case 'create':
      return [head, ...marked('+', change.text)].join('\n')
    case 'delete':
      return head
    default:
      return assertNever(change)
  }
}

function marked(mark: string, text: string): readonly string[] {
  if (text === '') return []
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark} ${line}`)
}

/** Further lines are indented: none of them can pass for another field. */
function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\n', '\n  ') : JSON.stringify(value, null, 2)
}

/** Says what a call is doing, how it ended, or that it waits for its turn. `time`: now, in ms since 1970. */
export function outcomeOf(result: ShownResult | null, now: CallNow | null, time: number): string {
  if (result === null) return now === null ? 'Waiting' : wordsOfNow(now, time)
  const word = result.summary ?? wordsOfOutcome(result.outcome)
  return result.durationMs === null ? word : `${word} · ${formatTaken(result.durationMs)}`
}

/** What a tool at the provider is doing: its calls run while the reply arrives, and are not only written. */
const AT_PROVIDER: ReadonlyMap<string, string> = new Map([
  [PROVIDER_SEARCH, 'Searching the web'],
  [PROVIDER_PAGE, 'Reading a page'],
])

/** Describes a call that is being written, or was when its reply was stopped or cut. */
export function wordsOfGrowing({ lines, name }: LiveCall, isLive: boolean): string {
  const atProvider = AT_PROVIDER.get(name)
  if (isLive && atProvider !== undefined) return atProvider
  const word = isLive ? 'Writing' : 'Not finished'
  if (lines === 0) return word
  return `${word} · ${countOf(lines, 'line', 'lines')}`
}

export function hasFailed(result: ShownResult | null): boolean {
  return result?.outcome === 'failed' || result?.outcome === 'timedOut'
}

function wordsOfNow(now: CallNow, time: number): string {
  switch (now.type) {
    case 'running':
    case 'delegating':
      return `Running · ${formatDuration(time - now.startedAt)}`
    case 'questioning':
      return 'Waiting for your answer'
    case 'asked':
      return 'Needs your approval'
    case 'answered':
      return `${wordsOfAnswer(now.answer)}, waiting`
    default:
      return assertNever(now)
  }
}

export function wordsOfAnswer(answer: NonNullable<AskedCallView['answer']>): string {
  switch (answer) {
    case 'once':
      return 'Allowed once'
    case 'edited':
      return 'Allowed, edited'
    case 'always':
      return 'Always allowed here'
    case 'deny':
      return 'Denied'
    default:
      return assertNever(answer)
  }
}
