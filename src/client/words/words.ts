import { assertNever } from '../../shared/assert-never.ts'
import type { CallInput } from '../../shared/messages/content.ts'
import type { Activity } from '../../shared/conversation/conversation.ts'
import type { Unfinished } from '../../shared/conversation/turn.ts'
import type { CallOutcome, ErrorKind, SubAgentOutcome } from '../../shared/messages/message.ts'
import { firstUnits } from '../../shared/visible-text.ts'

export const ACCESS_ENDED =
  'This window’s access has ended. Open the address that Phoenix prints in the terminal.'
export const NO_ACCESS =
  'This window has no access to Phoenix. Open an address that Phoenix prints in the terminal (press Enter there for a new one), or try again while another window of Phoenix is open in this browser.'

/** Its file is gone, as after an update, or the host is. */
export const NOT_LOADED =
  'This part of Phoenix could not be loaded. Reload this window: your text is kept.'

/** Label of the button that opens the dialog for rewinding the newest message. */
export const EDIT_NEWEST = 'Edit your message'

export function wordOfActivity(activity: Activity): string {
  switch (activity) {
    case 'idle':
      return 'Idle'
    case 'unfinished':
      return 'Unfinished'
    case 'atLimit':
      return 'Limit reached'
    case 'waiting':
      return 'Waiting'
    case 'answering':
      return 'Answering'
    case 'compacting':
      return 'Summarising'
    case 'runningTool':
      return 'Running'
    case 'delegating':
      return 'Sub-agents'
    case 'asking':
      return 'Needs you'
    case 'retrying':
      return 'Retrying'
    case 'stopping':
      return 'Stopping'
    case 'contextFull':
      return 'Too long'
    case 'failed':
      return 'Failed'
    case 'done':
      return 'Done'
    case 'setAside':
      return 'Set aside'
    default:
      return assertNever(activity)
  }
}

export function wordsOfError(kind: ErrorKind): string {
  switch (kind) {
    case 'auth':
      return 'the API key was refused'
    case 'billing':
      return 'the account is out of credit'
    case 'rateLimit':
      return 'rate limit'
    case 'overloaded':
      return 'overloaded'
    case 'network':
      return 'no connection'
    case 'timeout':
      return 'no answer in time'
    case 'server':
      return 'the provider failed'
    case 'invalidRequest':
      return 'the request was refused'
    case 'refused':
      return 'the model refused'
    case 'storage':
      return 'could not be saved'
    case 'internal':
      return 'an error in Phoenix'
    default:
      return assertNever(kind)
  }
}

export function wordsOfOutcome(outcome: CallOutcome): string {
  switch (outcome) {
    case 'ok':
      return 'Done'
    case 'failed':
      return 'Failed'
    case 'timedOut':
      return 'Timed out'
    case 'cancelled':
      return 'Cancelled'
    case 'skipped':
      return 'Skipped'
    case 'notRun':
      return 'Not run'
    case 'denied':
      return 'Denied'
    case 'unknown':
      return 'Outcome unknown'
    default:
      return assertNever(outcome)
  }
}

/** Says how a sub-agent ended. */
export function wordsOfSubAgent(outcome: SubAgentOutcome): string {
  switch (outcome) {
    case 'completed':
      return 'Done'
    case 'unsuccessful':
      return 'Not done'
    case 'cancelled':
      return 'Stopped'
    case 'timeout':
      return 'Stopped at its time limit'
    case 'turnLimit':
      return 'Stopped at the limit of its turn'
    case 'cutReply':
      return 'Its reply was cut off at the output limit'
    case 'contextExhausted':
      return 'Too long for its model'
    case 'interrupted':
      return 'Interrupted: Phoenix was restarted'
    case 'auth':
    case 'billing':
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'server':
    case 'invalidRequest':
    case 'refused':
    case 'storage':
    case 'internal':
      return `Failed: ${wordsOfError(outcome)}`
    default:
      return assertNever(outcome)
  }
}

/** Says why a turn did not complete. */
export function wordsOfCause(cause: Unfinished['cause']): string {
  switch (cause) {
    case 'userCancel':
      return 'You stopped this turn.'
    case 'restart':
      return 'Phoenix was restarted during this turn.'
    case 'shutdown':
      return 'Phoenix was closed during this turn.'
    case 'cutReply':
      return 'The reply reached the output limit.'
    case 'limit':
      return 'This turn reached one of its limits.'
    case 'budget':
      return 'This conversation has used up its budget.'
    case 'contextExhausted':
      return 'The conversation was too long for its model.'
    case 'error':
      return 'This turn ended with an error.'
    case 'forked':
      return 'This has not been answered yet.'
    default:
      return assertNever(cause)
  }
}

/** Says what is saved of a turn that did not complete. */
export function wordsOfSaved(hasUnsaved: boolean): string {
  return hasUnsaved
    ? 'Everything but the unfinished answer is saved.'
    : 'Everything done until then is saved.'
}

const MAX_WHAT = 120

/** Returns the subject of a call in one line: its command, path or first text. `tool`: the tool's name, if known. */
export function whatOfCall(input: CallInput, tool = ''): string {
  const found = input.type === 'unparsed' ? input.text : firstText(input.value)
  const text = found === '' && tool === 'list_files' ? 'the whole folder' : found
  const line = text.trim().split('\n', 1)[0] ?? ''
  const isCut = line.length > MAX_WHAT || text.trim().length > line.length
  return isCut ? `${firstUnits(line, MAX_WHAT).trimEnd()} …` : line
}

function firstText(value: Readonly<Record<string, unknown>>): string {
  if (typeof value['job'] === 'number') return `${String(value['action'])} job ${value['job']}`
  const tasks = value['tasks'] ?? value['todos']
  if (Array.isArray(tasks)) return countOf(tasks.length, 'task', 'tasks')
  const wanted = [...wordsIn([value['pattern']]), ...wordsIn(value['keywords'])]
  if (wanted.length > 0) return [wanted.join(', '), ...placeOf(value)].join(' in ')
  const [file, ...others] = new Set([...pathsIn(value['changes']), ...patchedIn(value['patch'])])
  if (file !== undefined) return others.length === 0 ? file : `${file} and ${others.length} more`
  for (const name of ['command', 'path', 'url', 'thought', 'thoughts'])
    if (typeof value[name] === 'string') return value[name]
  return Object.values(value).find((each) => typeof each === 'string') ?? ''
}

/** Returns where a search looks: a folder or file, and a pattern for the files in it. */
function placeOf({ path, glob }: Readonly<Record<string, unknown>>): readonly string[] {
  return [path, glob].filter((each) => typeof each === 'string')
}

function wordsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

function pathsIn(list: unknown): readonly string[] {
  return Array.isArray(list)
    ? wordsIn(list.map((each: { path?: unknown } | null) => each?.path))
    : []
}

/** Returns the files that a patch names. */
function patchedIn(patch: unknown): readonly string[] {
  if (typeof patch !== 'string') return []
  const heads = patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)
  return Array.from(heads, ([, path = '']) => path.trim())
}

/** Returns a folder's path with the home folder as `~`. */
export function shortFolder(folder: string, homeFolder: string): string {
  if (homeFolder === '' || homeFolder === '/') return folder
  if (folder === homeFolder) return '~'
  return folder.startsWith(`${homeFolder}/`) ? `~${folder.slice(homeFolder.length)}` : folder
}

/** Replaces the home folder with `~` in the paths of a text. */
export function shortHome(text: string, homeFolder: string): string {
  if (homeFolder === '' || homeFolder === '/') return text
  const ends = text.split(homeFolder)
  return ends.reduce((all, next) => `${all}${/^[\w.-]/.test(next) ? homeFolder : '~'}${next}`)
}

/** Formats a count with its noun: `1 message`, `2,000 messages`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
