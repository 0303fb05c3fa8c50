import { callIdOf } from '../../shared/messages/call-id.ts'
import { CHANGING_TOOLS } from '../../shared/conversation/file-tools.ts'
import type { EditsTarget } from '../../shared/conversation/edits.ts'
import type { FileChange, FileForm } from '../../shared/messages/file-change.ts'
import type { CallId, MessageId, TurnId, WorkId } from '../../shared/ids.ts'
import type { CallOutcome, Message, UndoContent } from '../../shared/messages/message.ts'
import type { Viewed } from '../../shared/conversation/state-view.ts'
import { type Undone, undoneIn } from '../../shared/messages/undone.ts'

/** The edits that can be undone, and where on the page. */
export interface ShownEdits {
  /** Calls that changed files. Null if all changes of a call were undone. */
  readonly calls: ReadonlyMap<CallId, EditsTarget | null>
  /** Completed turns that may have changed files, by the key of their last reply. */
  readonly turns: ReadonlyMap<string, TurnEdits>
  /** Ids of the undos still in force. */
  readonly undos: ReadonlySet<string>
  /** The number of all undos, including reverted ones. */
  readonly undoCount: number
}

export interface TurnEdits {
  readonly target: EditsTarget
  /**
   * The number of files that an undo concerns. Null if only the host knows, because this conversation's messages do not
   * say.
   */
  readonly files: number | null
}

/** Returns the edits of these messages. `running`: the current turn; null if none. */
export function shownEdits(
  messages: readonly Message[],
  streamedAs: ReadonlyMap<MessageId, WorkId>,
  running: TurnId | null,
): ShownEdits {
  const undone = undoneIn(messages)
  const called = calledIn(messages)
  const calls = new Map<CallId, EditsTarget | null>()
  const changed = new Map<TurnId, Changed>()
  for (const message of messages) {
    const { content, id } = message
    if (content.type !== 'tool' && content.type !== 'subAgent') continue
    const call = called.get(content.callId)
    const hasEdits = content.type === 'tool' && content.files.length > 0
    const target = hasEdits && isLeft(message, undone) ? messageTarget(id) : null
    if (hasEdits) calls.set(content.callId, target)
    if (call === undefined) continue
    const turn = changed.get(call.turnId) ?? { files: new Map(), isUncertain: false }
    changed.set(call.turnId, turn)
    if (content.type === 'tool') addFiles(turn.files, leftOf(message, undone))
    // A sub-agent's changes to files are in its own conversation.
    if (content.type === 'subAgent' || (CHANGING_TOOLS.has(call.name) && isCutOff(content.outcome)))
      turn.isUncertain = true
  }
  const undos = messages.filter(({ content }) => content.type === 'undo')
  return {
    calls,
    turns: turnEnds(messages, streamedAs, changed, running),
    undos: new Set(undos.filter((each) => isLeft(each, undone)).map(({ id }) => id)),
    undoCount: undos.length,
  }
}

/** Returns the turn that is running or being stopped. */
export function runningTurn({ state, turn }: Viewed): TurnId | null {
  return state.type === 'cancelling' ? state.turnId : (turn?.id ?? null)
}

function messageTarget(messageId: MessageId): EditsTarget {
  return { type: 'message', messageId }
}

/** True if a call's result does not say what the call wrote. */
function isCutOff(outcome: CallOutcome): boolean {
  return outcome === 'cancelled' || outcome === 'timedOut' || outcome === 'unknown'
}

function isLeft(message: Message, undone: Undone): boolean {
  return !undone.has(message.id) || leftOf(message, undone).length > 0
}

/** Returns the file changes of a message that are not undone. */
function leftOf({ content, id }: Message, undone: Undone): readonly FileChange[] {
  const gone = undone.get(id)
  const files = content.type === 'tool' || content.type === 'undo' ? content.files : []
  return gone === undefined ? files : files.filter(({ path }) => !gone.has(path))
}

/** The file changes of a turn's calls. */
interface Changed {
  /** By path: the form before the first change and after the last. */
  readonly files: Map<string, Pick<FileChange, 'before' | 'after'>>
  /** True if there may be more changes than `files` lists. */
  isUncertain: boolean
}

function addFiles(files: Changed['files'], changes: readonly FileChange[]): void {
  for (const { path, before, after } of changes)
    files.set(path, { before: (files.get(path) ?? { before }).before, after })
}

/** Returns the number of files that ended in a different form. Null if not known here. */
function filesChanged({ files, isUncertain }: Changed): number | null {
  if (isUncertain) return null
  return [...files.values()].filter(({ before, after }) => !isSameForm(before, after)).length
}

function isSameForm(one: FileForm | null, other: FileForm | null): boolean {
  return one?.blob === other?.blob && one?.mode === other?.mode
}

interface Called {
  readonly name: string
  readonly turnId: TurnId
}

function calledIn(messages: readonly Message[]): ReadonlyMap<CallId, Called> {
  const calls = new Map<CallId, Called>()
  for (const { content, id } of messages) {
    if (content.type !== 'agent') continue
    const { turnId } = content
    const called = content.blocks.filter((block) => block.type === 'toolCall')
    called.forEach(({ name }, index) => calls.set(callIdOf(id, index), { name, turnId }))
  }
  return calls
}

function turnEnds(
  messages: readonly Message[],
  streamedAs: ReadonlyMap<MessageId, WorkId>,
  changed: ReadonlyMap<TurnId, Changed>,
  running: TurnId | null,
): ReadonlyMap<string, TurnEdits> {
  const last = new Map<TurnId, string>()
  for (const { content, id } of messages) {
    if (content.type === 'agent') last.set(content.turnId, streamedAs.get(id) ?? id)
  }
  const ends = new Map<string, TurnEdits>()
  for (const [turnId, key] of last) {
    const turn = changed.get(turnId)
    const files = turn === undefined || turnId === running ? 0 : filesChanged(turn)
    if (files !== 0) ends.set(key, { target: { type: 'turn', turnId }, files })
  }
  return ends
}

const MAX_NAMED = 3

/** Returns the sentence that the thread shows for a person's undo. */
export function wordsOfUndo({ files, of }: Pick<UndoContent, 'files' | 'of'>): string {
  const names = files.slice(0, MAX_NAMED).map(({ shown }) => shown)
  const more = files.length - names.length
  const all = more > 0 ? [...names, `${more} more`] : names
  const last = all.at(-1) ?? ''
  const list = all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
  return of === 'edits' ? `You undid the edits of ${list}.` : `You reverted the undo of ${list}.`
}
