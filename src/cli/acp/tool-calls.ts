import type {
  ToolCall,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
} from '@agentclientprotocol/sdk'
import { assertNever } from '../../shared/assert-never.ts'
import type { WrittenCall } from '../../shared/messages/call-id.ts'
import type { CallId } from '../../shared/ids.ts'
import type { CallOutcome } from '../../shared/messages/message.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { TODO_WRITE } from '../../shared/messages/todos.ts'
import { placeOfCall } from '../../client/words/call-texts.ts'
import { callToDo } from '../../client/words/tool-words.ts'
import { whatOfCall } from '../../client/words/words.ts'

/** By tool name; all others are `other`. */
const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'execute',
  bash_background: 'execute',
  read_file: 'read',
  list_files: 'read',
  glob: 'search',
  grep: 'search',
  edit_file: 'edit',
  write_file: 'edit',
  apply_patch: 'edit',
  think: 'think',
  web_fetch: 'fetch',
}

/** True for a list of tasks, which is a plan in this protocol, not a call. */
export function isPlan(name: string): boolean {
  return name === TODO_WRITE
}

/** Returns a call that a model has written and that has not run yet. */
export function toolCallOf(callId: CallId, call: WrittenCall, folder: string): ToolCall {
  const { input, name } = call
  return {
    toolCallId: callId,
    title: visibleText(callToDo(name, whatOfCall(input, name))),
    name,
    kind: Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'other') : 'other',
    status: 'pending',
    locations: locationsOf(call, folder),
    rawInput: input.type === 'object' ? input.value : input.text,
  }
}

function locationsOf({ input }: WrittenCall, folder: string): ToolCallLocation[] {
  const place = placeOfCall({ input })
  if (place === null) return []
  const { line, path } = place
  return [{ path: absolutePath(path, folder), ...(line !== null && { line }) }]
}

/**
 * Returns the changes that a call's own input shows: an edit, or a new file. Other changes are in its preview and its
 * result.
 */
export function diffsOf(
  { input, name }: WrittenCall,
  folder: string,
  isNew: boolean,
): ToolCallContent[] {
  if (input.type === 'unparsed') return []
  const { content, new_string: newText, old_string: oldText, path: rawPath } = input.value
  if (typeof rawPath !== 'string') return []
  const path = absolutePath(rawPath, folder)
  if (name === 'edit_file' && typeof newText === 'string' && typeof oldText === 'string')
    return [{ type: 'diff', path, oldText, newText }]
  if (name === 'write_file' && isNew && typeof content === 'string')
    return [{ type: 'diff', path, oldText: null, newText: content }]
  return []
}

/** Returns an absolute path: the protocol allows no others. */
export function absolutePath(path: string, folder: string): string {
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)
  return isAbsolute ? path : `${folder.replace(/[\\/]$/, '')}/${path.replace(/^\.\//, '')}`
}

export function statusOf(outcome: CallOutcome): ToolCallStatus {
  switch (outcome) {
    case 'ok':
      return 'completed'
    case 'failed':
    case 'timedOut':
    case 'cancelled':
    case 'skipped':
    case 'notRun':
    case 'denied':
    case 'unknown':
      return 'failed'
    default:
      return assertNever(outcome)
  }
}
