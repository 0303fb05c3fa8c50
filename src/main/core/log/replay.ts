import { type ConversationState, IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { EventId, MessageId } from '../../../shared/ids.ts'
import { MessageContent, type NewMessage } from '../../../shared/messages/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { contextAfter } from '../machine/context-after.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent } from '../machine/event.ts'
import { asJson, firstDifference } from './first-difference.ts'
import type { Lifecycle } from '../machine/lifecycle.ts'
import { restoreEvent } from './restore-event.ts'
import { derivedFrom, type Moved } from '../machine/step.ts'
import { storeState } from './stored-state.ts'
import { transition } from '../transition.ts'
import { causeOfNow, rowOfNow, stateOfNow } from './upcast.ts'

/** A row of the log as stored. `body`: its JSON, or null if it is not valid JSON. */
export interface LoggedRow {
  readonly seq: number
  readonly id: string
  readonly at: number
  readonly kind: 'input' | 'lifecycle'
  readonly parentId: string | null
  readonly body: unknown
}

/** A message as stored. */
export interface LoggedMessage {
  readonly seq: number
  readonly at: number
  readonly content: unknown
}

/** The stored end of a log: the last sequence number, the number of messages, and the state. */
export interface LoggedEnd {
  readonly seq: number
  readonly messages: number
  readonly state: unknown
}

/** The first difference between the replayed log and what is stored. The values are JSON; null means missing. */
export interface Difference {
  readonly seq: number
  readonly what: string
  readonly stored: string | null
  readonly derived: string | null
}

interface OwedRow {
  readonly id: string
  readonly at: number
  readonly parentId: EventId
  readonly body: Lifecycle
}

/** The progress of folding a log. `owed`: lifecycle rows that the last step declared and that must follow. */
export interface Replayed {
  readonly seq: number
  readonly messages: number
  readonly state: ConversationState
  readonly context: Context | null
  /**
   * The version of the program that has written the rows since the last session started; '' if not recorded, null if
   * there was no session.
   */
  readonly version: string | null
  readonly owed: readonly OwedRow[]
}

export const REPLAY_START: Replayed = {
  seq: 0,
  messages: 0,
  state: IDLE,
  context: null,
  version: null,
  owed: [],
}

type MessageOf = (id: MessageId) => LoggedMessage | null

/**
 * Folds one row through `transition` and compares what the step declares with what is stored (rule 9). Only the log and
 * the messages that its events name are read; states, context, results and lifecycle are derived. Never throws.
 */
export function replayRow(
  before: Replayed,
  logged: LoggedRow,
  messageOf: MessageOf,
): Result<Replayed, Difference> {
  const { seq } = logged
  const row = { ...logged, body: rowOfNow(logged.body) }
  if (seq !== before.seq + 1) return differs(before.seq + 1, 'a row is missing', undefined, 'a row')
  try {
    return row.kind === 'input' ? replayInput(before, row, messageOf) : replayLifecycle(before, row)
  } catch (error) {
    return differs(seq, `the row could not be replayed: ${String(error)}`, row.body, undefined)
  }
}

/** Compares the end of the fold with what is stored; null if they agree. */
export function replayEnd(at: Replayed, stored: LoggedEnd): Difference | null {
  const [owed] = at.owed
  if (owed !== undefined) return differs(at.seq + 1, 'a row is missing', undefined, owed).error
  const derived = { seq: at.seq, messages: at.messages, state: storeState(at.state) }
  const found = firstDifference({ ...stored, state: stateOfNow(stored.state) }, asJson(derived))
  return found === null ? null : differs(at.seq, found.path, found.stored, found.derived).error
}

function replayInput(
  before: Replayed,
  row: LoggedRow,
  messageOf: MessageOf,
): Result<Replayed, Difference> {
  const { seq, body } = row
  const [owed] = before.owed
  if (owed !== undefined) return differs(seq, 'a lifecycle row is missing', body, owed)
  const event = restoreEvent(row, (id) => contentOf(messageOf(id)))
  if (!event.ok) return differs(seq, `the event cannot be read: ${event.error}`, body, undefined)
  const context = before.context ?? firstContext(event.value)
  if (context === null) return differs(seq, 'no session was opened before', body, undefined)
  const step = transition(before.state, context, event.value)
  if (step.type === 'refused') return differs(seq, 'the event is refused', body, step.reason)
  const unequal = compareMessages(before, seq, step.messages, messageOf)
  if (unequal !== null) return unequal
  return ok({
    seq,
    messages: before.messages + step.messages.length,
    state: step.state,
    context: contextAfter(context, event.value),
    version: versionAfter(before.version, event.value),
    owed: owedBy(event.value, step),
  })
}

function firstContext(event: ConversationEvent): Context | null {
  return event.type === 'sessionOpened' ? event.context : null
}

function versionAfter(before: string | null, event: ConversationEvent): string | null {
  return event.type === 'sessionOpened' ? (event.version ?? '') : before
}

function contentOf(message: LoggedMessage | null): MessageContent | null {
  const parsed = MessageContent.safeParse(message?.content)
  return parsed.success ? parsed.data : null
}

function compareMessages(
  before: Replayed,
  seq: number,
  messages: readonly NewMessage[],
  messageOf: MessageOf,
): ReturnType<typeof differs> | null {
  for (const [index, { id, at, content }] of messages.entries()) {
    const derived = asJson({ seq: before.messages + index + 1, at, content })
    const found = firstDifference(messageOf(id) ?? undefined, derived)
    if (found === null) continue
    const what = `message ${id}${found.path === '' ? '' : `: ${found.path}`}`
    return differs(seq, what, found.stored, found.derived)
  }
  return null
}

function owedBy(event: ConversationEvent, { lifecycle }: Moved): readonly OwedRow[] {
  const { id, at } = event
  return lifecycle.map((body, index) => {
    return { id: lifecycleRowId(id, index), at, parentId: causeOf(event, body), body }
  })
}

/**
 * Returns the cause that a lifecycle row names: the input whose step declared it. For the start of a sub-agent's
 * session it is the parent's event that started the sub-agent.
 */
export function causeOf({ id }: ConversationEvent, entry: Lifecycle): EventId {
  if (entry.type !== 'sessionStarted' || entry.context.role.type === 'root') return id
  return derivedFrom(entry.context.conversationId) ?? id
}

/** Returns the id of the `index`th lifecycle row that an event's step declares. */
export function lifecycleRowId(eventId: EventId, index: number): string {
  return `${eventId}.r${index}`
}

function replayLifecycle(before: Replayed, row: LoggedRow): Result<Replayed, Difference> {
  const [owed, ...rest] = before.owed
  const { seq } = row
  if (owed === undefined) return differs(seq, 'a row that no step declared', row.body, undefined)
  const { id, at, body } = row
  const parentId = causeOfNow(row, owed.parentId)
  const found = firstDifference({ id, at, parentId, body }, asJson(owed))
  if (found !== null) {
    return differs(seq, `lifecycle row: ${found.path}`, found.stored, found.derived)
  }
  return ok({ ...before, seq, owed: rest })
}

function differs(
  seq: number,
  what: string,
  stored: unknown,
  derived: unknown,
): { readonly ok: false; readonly error: Difference } {
  return failed({ seq, what, stored: inWords(stored), derived: inWords(derived) })
}

function inWords(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
