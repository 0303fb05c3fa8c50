import type { ConversationState } from '../../../../shared/conversation/conversation-state.ts'
import type { Message, NewMessage } from '../../../../shared/messages/message.ts'
import type { Rule } from '../../../../shared/conversation/turn.ts'
import { contextAfter } from '../../../core/machine/context-after.ts'
import type { Context } from '../../../core/machine/context.ts'
import type { ConversationEvent } from '../../../core/machine/event.ts'
import type { ReadyToSend } from '../../../core/turn/outbox.ts'
import { causeOf, lifecycleRowId } from '../../../core/log/replay.ts'
import type { Moved, NewChild } from '../../../core/machine/step.ts'
import { storeEvent } from '../../../core/log/stored.ts'
import type { Committed, LogRow } from '../../ports/history-store.ts'

/** An event and the step that the machine made of it. */
export interface Taken {
  readonly event: ConversationEvent
  readonly step: Moved
}

/** Where the unsaved steps have led. */
export interface Position {
  readonly state: ConversationState
  readonly context: Context
}

export function positionAfter({ event, step }: Taken, before: Position): Position {
  return { state: step.state, context: contextAfter(before.context, event) }
}

/** A saved step: the sequence numbers before and after it, and its messages with their places. */
export interface PlacedStep extends Taken {
  readonly after: number
  readonly seq: number
  readonly messages: readonly Message[]
}

/** What steps leave on disk besides the state. */
export interface Entries {
  readonly rows: readonly LogRow[]
  readonly messages: readonly NewMessage[]
  readonly children: readonly NewChild[]
  readonly rules: readonly Rule[]
}

/** Returns the input first, then what the step declares, each entry with its cause. */
export function entriesOf({ event, step }: Taken): Entries {
  const { id, at } = event
  const input: LogRow = { id, kind: 'input', at, event: storeEvent(event, step.messages) }
  const lifecycle = step.lifecycle.map((entry, index): LogRow => {
    const parentEventId = causeOf(event, entry)
    return { id: lifecycleRowId(id, index), kind: 'lifecycle', at, parentEventId, entry }
  })
  const { messages, children, rules } = step
  return { rows: [input, ...lifecycle], messages, children, rules }
}

export function joined(parts: readonly Entries[]): Entries {
  return {
    rows: parts.flatMap((part) => part.rows),
    messages: parts.flatMap((part) => part.messages),
    children: parts.flatMap((part) => part.children),
    rules: parts.flatMap((part) => part.rules),
  }
}

/** Divides a commit among its steps; the first also gets what was written before them. */
export function placed(
  steps: readonly Taken[],
  before: Entries,
  committed: Committed,
): readonly PlacedStep[] {
  let { after } = committed
  let seq = after + before.rows.length
  let messagesBefore = 0
  let message = before.messages.length
  return steps.map((taken): PlacedStep => {
    seq += 1 + taken.step.lifecycle.length
    message += taken.step.messages.length
    const own = {
      ...taken,
      after,
      seq,
      messages: committed.messages.slice(messagesBefore, message),
    }
    after = seq
    messagesBefore = message
    return own
  })
}

/** Maximum number of events that one commit saves. */
export const MAX_GROUP = 8

/**
 * True if this step is the last of its commit: the work it starts must start, and messages that waited for it (`ready`)
 * must be sent, before a report can end its turn.
 */
export function endsGroup({ effects }: Moved, ready: ReadyToSend): boolean {
  const begins = effects.some(
    ({ type }) => type === 'requestModel' || type === 'runTool' || type === 'startChild',
  )
  return begins || ready.messages.length > 0
}
