import { PermissionMode } from '../../shared/conversation/turn.ts'
import { utf8Bytes } from '../../client/check-request.ts'
import { MAX_MESSAGE_LENGTH } from '../../shared/messages/message.ts'
import { MAX_FRAME_BYTES } from '../../shared/protocol/frames.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { durationOf } from './duration.ts'
import { diffStart, issueStart, type Start } from './run-start.ts'
import type { CommandHost } from '../terminal.ts'

/** The parsed request of `phoenix run`. */
export interface Run {
  readonly prompt: string
  readonly folder: string
  readonly model: string | null
  readonly permissions: PermissionMode | null
  readonly resume: string | null
  readonly timeoutMs: number | null
}

type Flags = ReadonlyMap<string, string>
type RunEnvironment = Pick<CommandHost, 'terminal' | 'runProgram'>

/** More than a request adds to its message, in bytes. */
const FRAME_BYTES = 4096
const MAX_PROMPT_BYTES = MAX_FRAME_BYTES - FRAME_BYTES

/** True if it starts from something that git or gh reads in its folder. */
export function readsInFolder(flags: Flags): boolean {
  return flags.has('from-issue') || (flags.get('from-diff') ?? '-') !== '-'
}

/** Reads it from the arguments. `folderOfResumed`: where git or gh reads. The error is a sentence for people. */
export async function runOf(
  flags: Flags,
  words: readonly string[],
  environment: RunEnvironment,
  folderOfResumed: string = environment.terminal.folder,
): Promise<Result<Run, string>> {
  const { terminal } = environment
  const resume = flags.get('resume') ?? null
  const folder = flags.get('folder')
  if (resume !== null && folder !== undefined) {
    return failed('A resumed conversation already has a folder: omit --folder.')
  }
  const timeout = flags.get('timeout')
  const timeoutMs = timeout === undefined ? null : durationOf(timeout)
  if (timeout !== undefined && timeoutMs === null) {
    return failed('--timeout must be a time such as 90s, 10m or 1h30m, and at most one day.')
  }
  const where = folder === undefined ? folderOfResumed : terminal.absolute(folder)
  const prompt = await promptOf(flags, words, where, environment)
  if (!prompt.ok) return prompt
  const most = exceeded(prompt.value)
  if (most !== null) {
    return failed(
      `The prompt is longer than ${most}. Shorten it, or put it into a file and tell the agent where that is.`,
    )
  }
  const permissions = PermissionMode.safeParse(flags.get('permissions')).data ?? null
  const model = flags.get('model') ?? null
  return ok({ prompt: prompt.value, folder: where, model, permissions, resume, timeoutMs })
}

/** Returns the limit that a prompt exceeds: what no message can carry is refused before anything is done. */
function exceeded(prompt: string): string | null {
  if (prompt.length > MAX_MESSAGE_LENGTH)
    return `${MAX_MESSAGE_LENGTH.toLocaleString('en')} characters`
  return utf8Bytes(JSON.stringify(prompt)) > MAX_PROMPT_BYTES ? '1 MB' : null
}

async function promptOf(
  flags: Flags,
  words: readonly string[],
  folder: string,
  environment: RunEnvironment,
): Promise<Result<string, string>> {
  const diff = flags.get('from-diff')
  const issue = flags.get('from-issue')
  if (diff !== undefined && issue !== undefined)
    return failed('Start from a diff or from an issue, not from both.')
  if (diff !== undefined)
    return withStart(words, diff === '-', await diffStart(diff, folder, environment), environment)
  if (issue !== undefined)
    return withStart(words, false, await issueStart(issue, folder, environment), environment)
  return nonEmpty(await typedOrRead(words, environment))
}

/** Returns the prompt about the diff or issue, followed by the diff or issue. */
async function withStart(
  words: readonly string[],
  isInputTaken: boolean,
  start: Result<Start, string>,
  environment: RunEnvironment,
): Promise<Result<string, string>> {
  if (!start.ok) return start
  const { material, usualPrompt } = start.value
  if (words.length === 0) return ok(`${usualPrompt}\n\n${material}`)
  const asksInput = words.length === 1 && words[0] === '-'
  if (asksInput && isInputTaken) return failed('Standard input is the diff: type the prompt.')
  const prompt = nonEmpty(await typedOrRead(words, environment))
  return prompt.ok ? ok(`${prompt.value}\n\n${material}`) : prompt
}

async function typedOrRead(
  words: readonly string[],
  { terminal }: RunEnvironment,
): Promise<Result<string, string>> {
  const isTyped = words.length > 0 && !(words.length === 1 && words[0] === '-')
  if (!isTyped && terminal.canAsk && words.length === 0)
    return failed('phoenix run needs a prompt: as its argument, or on standard input.')
  return isTyped ? ok(words.join(' ')) : terminal.readInput()
}

function nonEmpty(prompt: Result<string, string>): Result<string, string> {
  return prompt.ok && prompt.value.trim() === '' ? failed('The prompt is empty.') : prompt
}
