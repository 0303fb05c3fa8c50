import { assertNever } from '../../../shared/assert-never.ts'
import {
  McpName,
  McpServer,
  type NamedServer,
  type McpServerView,
  type McpState,
} from '../../../shared/mcp-server.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { countOf } from '../../../client/words/words.ts'

/** The state of a server, in a few words. */
export function wordsOfState({ isOffHere, state, tools }: McpServerView): string {
  const count = tools === null || tools === 0 ? '' : `, ${countOf(tools, 'tool', 'tools')}`
  const here = isOffHere && mayRun(state) ? ', not used in this conversation' : ''
  return `${wordOf(state)}${mayRun(state) ? count : ''}${here}`
}

function wordOf(state: McpState): string {
  switch (state) {
    case 'notAllowed':
      return 'Not allowed'
    case 'changed':
      return 'Changed since you allowed it'
    case 'off':
      return 'Off'
    case 'idle':
      return 'Starts when needed'
    case 'starting':
      return 'Starting'
    case 'running':
      return 'Running'
    case 'failed':
      return 'Not running'
    default:
      return assertNever(state)
  }
}

/** The problem of a server, unless the result of the last action, shown with it, already names it. */
export function problemBeside(
  outcome: { readonly text: string } | null,
  { problem }: Pick<McpServerView, 'problem'>,
): string | null {
  return problem !== null && outcome?.text.includes(problem) === true ? null : problem
}

/** The origin of its configuration. */
export function wordsOfOrigin({ origin }: Pick<McpServerView, 'origin'>): string {
  switch (origin) {
    case 'person':
      return 'Yours'
    case 'folder':
      return 'From this folder'
    case 'client':
      return 'From your editor, for this conversation'
    default:
      return assertNever(origin)
  }
}

/** True if it is allowed and not switched off. */
export function mayRun(state: McpState): boolean {
  return state !== 'notAllowed' && state !== 'changed' && state !== 'off'
}

/** A sentence about what the server could do, shown before a person allows it. */
export function sentenceOfTrust({ given, isSandboxed, type }: McpServerView): string {
  const gets = given.length === 0 ? '' : ` It gets ${given.join(', ')}.`
  if (type === 'http') return `Calls are sent to this address.${gets}`
  const where = isSandboxed
    ? 'It runs in the sandbox and can change this folder and reach the network.'
    : 'It runs outside the sandbox and can do everything your account can.'
  return `${where}${gets}`
}

/** The changes in its own texts since a person accepted them. */
export function sentenceOfWords({ isShown }: NonNullable<McpServerView['words']>): string {
  return isShown
    ? 'Its tool descriptions have changed since you accepted them. Your rules for these tools no longer apply.'
    : 'Its instructions have changed since you accepted them. The model doesn’t see them until you accept them.'
}

const NOT_USABLE =
  'This isn’t a server entry. It needs "command" (with "args" and "env"), or "url" (with "headers").'

/**
 * Parses an entry that a person has pasted: of one server, alone, under its name, or in a whole file. The error is a
 * sentence.
 */
export function serverIn(text: string, name: string): Result<NamedServer, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return failed('This isn’t valid JSON. Paste the entry from the server’s documentation.')
  }
  const found = entryIn(json, name.trim())
  if (!McpName.safeParse(found.name).success) return failed('Give the server a name.')
  const server = McpServer.safeParse(found.entry)
  return server.success ? ok({ name: found.name, server: server.data }) : failed(NOT_USABLE)
}

function entryIn(json: unknown, name: string): { readonly name: string; readonly entry: unknown } {
  if (!isObject(json)) return { name, entry: json }
  if (isObject(json['mcpServers'])) return entryIn(json['mcpServers'], name)
  if ('command' in json || 'url' in json) {
    const isHttp = json['type'] === 'streamable-http'
    return { name, entry: isHttp ? { ...json, type: 'http' } : json }
  }
  const [first] = Object.entries(json)
  if (first === undefined) return { name, entry: json }
  const [own, entry] = first
  return isObject(entry) ? entryIn(entry, name === '' ? own : name) : { name, entry: json }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
