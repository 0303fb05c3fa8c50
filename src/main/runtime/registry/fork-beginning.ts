import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, EventId } from '../../../shared/ids.ts'
import { VERSION } from '../../../shared/version.ts'
import type { ForkBeginning, Input } from '../../core/machine/event.ts'
import { forkText } from '../../core/request/fork-text.ts'
import { titleFrom, UNTITLED } from '../../core/turn/title.ts'
import { transition } from '../../core/transition.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { Commit } from '../ports/history-store.ts'
import type { Timers } from '../ports/ports.ts'
import {
  entriesOf,
  joined,
  type Position,
  positionAfter,
  type Taken,
} from '../conversation/record/step-entries.ts'

interface Forking {
  readonly id: ConversationId
  readonly from: ForkBeginning
  readonly at: number
}

/**
 * Returns the whole first session of a fork: opened, its first messages, closed. It is written together with the
 * conversation, and replays like any other. Work in the original continues: it is only read.
 */
export function beginningOfFork(
  source: ConversationRuntime,
  { id, from, at }: Forking,
): Commit & { readonly title: string } {
  const context = { ...source.liveContext, conversationId: id }
  const inputs: readonly Input[] = [
    { type: 'sessionOpened', context, unclosed: false, version: VERSION },
    { type: 'forked', from },
    { type: 'sessionClosed', reason: 'closed' },
  ]
  const steps: Taken[] = []
  let reached: Position = { state: IDLE, context }
  for (const [index, input] of inputs.entries()) {
    // Derived from the new conversation's id: no other event has it, and there cannot be a second fork with that id.
    const event = {
      ...input,
      id: `${id}.f${index}` as EventId,
      at,
      random: 0,
      printed: '',
      isFolderGone: false,
      sleptMs: 0,
    }
    const step = transition(reached.state, reached.context, event)
    if (step.type === 'refused') throw new Error(`a fork cannot begin: ${step.reason}`)
    steps.push({ event, step })
    reached = positionAfter({ event, step }, reached)
  }
  return {
    conversationId: id,
    after: 0,
    ...joined(steps.map(entriesOf)),
    state: reached.state,
    at,
    title: forkTitle(source.summary().title),
    clearsDraft: false,
    delivered: [],
    holdsWaiting: false,
    unarchives: false,
    folder: null,
  }
}

/** Null if there are no messages to excerpt. */
export async function summaryForFork(
  { liveContext, record }: ConversationRuntime,
  timers: Pick<Timers, 'soon'>,
): Promise<ForkBeginning | null> {
  const { contextTokens } = liveContext.primary.limits
  await record.memory.prepare(timers)
  const summary = forkText(record.memory.needed(), contextTokens)
  return summary === null ? null : { type: 'summary', ...summary }
}

function forkTitle(title: string): string {
  return titleFrom(`Fork: ${title === UNTITLED ? 'untitled' : title}`)
}
