import { callIdOf } from '../../../shared/call-id.ts'
import { CHANGING_TOOLS } from '../../../shared/changing-tools.ts'
import { type ConversationState, isResting } from '../../../shared/conversation-state.ts'
import type { EditsTarget } from '../../../shared/edits.ts'
import type { CallId, MessageId, TurnId, WorkId } from '../../../shared/ids.ts'
import type { CallOutcome, Message, UndoContent } from '../../../shared/message.ts'
import { type Undone, undoneIn } from '../../../shared/undone.ts'

/** What can be taken back, and from where on the page. */
export interface ShownEdits {
  /** Calls that changed files. `target` null: all of it was undone. */
  readonly calls: ReadonlyMap<CallId, EditsTarget | null>
  /** By the key of the last reply of a turn that may have changed files, and is over. */
  readonly turns: ReadonlyMap<string, EditsTarget>
  /** Undos that still hold. */
  readonly undos: ReadonlySet<string>
}

/** `running`: the turn that is not over; null: none is. */
export function shownEdits(
  messages: readonly Message[],
  streamedAs: ReadonlyMap<MessageId, WorkId>,
  running: TurnId | null,
): ShownEdits {
  const undone = undoneIn(messages)
  const called = calledIn(messages)
  const calls = new Map<CallId, EditsTarget | null>()
  const changed = new Set<TurnId>()
  for (const message of messages) {
    const { content, id } = message
    if (content.type !== 'tool' && content.type !== 'subAgent') continue
    const call = called.get(content.callId)
    const hasEdits = content.type === 'tool' && content.files.length > 0
    const target = hasEdits && isLeft(message, undone) ? messageTarget(id) : null
    if (hasEdits) calls.set(content.callId, target)
    // What a sub-agent did to files stands in its own conversation.
    const mayHave =
      target !== null ||
      content.type === 'subAgent' ||
      (CHANGING_TOOLS.has(call?.name ?? '') && isCutOff(content.outcome))
    if (call !== undefined && mayHave) changed.add(call.turnId)
  }
  const undos = messages.filter((each) => each.content.type === 'undo' && isLeft(each, undone))
  return {
    calls,
    turns: turnEnds(messages, streamedAs, changed, running),
    undos: new Set(undos.map(({ id }) => id)),
  }
}

/** The turn that is under way, or that is being stopped. */
export function runningTurn(state: ConversationState): TurnId | null {
  if (isResting(state)) return null
  return 'turn' in state ? state.turn.id : state.turnId
}

function messageTarget(messageId: MessageId): EditsTarget {
  return { type: 'message', messageId }
}

/** Its result does not say what it wrote. */
function isCutOff(outcome: CallOutcome): boolean {
  return outcome === 'cancelled' || outcome === 'timedOut' || outcome === 'unknown'
}

function isLeft({ content, id }: Message, undone: Undone): boolean {
  const gone = undone.get(id)
  const files = content.type === 'tool' || content.type === 'undo' ? content.files : []
  return gone === undefined || files.some(({ path }) => !gone.has(path))
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
  changed: ReadonlySet<TurnId>,
  running: TurnId | null,
): ReadonlyMap<string, EditsTarget> {
  const last = new Map<TurnId, string>()
  for (const { content, id } of messages) {
    if (content.type === 'agent') last.set(content.turnId, streamedAs.get(id) ?? id)
  }
  const over = [...last].filter(([turnId]) => changed.has(turnId) && turnId !== running)
  return new Map(over.map(([turnId, key]) => [key, { type: 'turn', turnId }]))
}

const MAX_NAMED = 3

/** What a person did, in the thread. */
export function wordsOfUndo({ files, of }: Pick<UndoContent, 'files' | 'of'>): string {
  const names = files.slice(0, MAX_NAMED).map(({ shown }) => shown)
  const more = files.length - names.length
  const all = more > 0 ? [...names, `${more} more`] : names
  const last = all.at(-1) ?? ''
  const list = all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
  return of === 'edits' ? `You undid the edits of ${list}.` : `You took back the undo of ${list}.`
}
