import type { TimerId } from '../../../shared/ids.ts'
import { VERSION } from '../../../shared/version.ts'
import type { Input, InputOf } from '../../core/machine/event.ts'
import type { Moved, Refusal } from '../../core/machine/step.ts'
import { transition } from '../../core/transition.ts'
import type { ConversationRecord } from './record/conversation-record.ts'
import { envelop, type EnvelopePorts } from './event-envelope.ts'
import { withHeads } from './file-heads.ts'
import { instructionNotes, instructionsChange } from './folder-instructions.ts'
import type { RunningWork } from './running-work.ts'
import { MAX_GROUP, type Position, positionAfter, type Taken } from './record/step-entries.ts'
import type { Item } from './mailbox-item.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** The machine's decision about one item, not yet on disk. */
type Decided =
  | {
      readonly type: 'taken'
      readonly steps: readonly Taken[]
      readonly last: Moved
      readonly position: Position
    }
  | { readonly type: 'refused'; readonly reason: Refusal }

type Refused = Extract<Decided, { readonly type: 'refused' }>

/** The content of one transaction, and the item that started it (docs/decisions/005). */
export interface Group {
  readonly type: 'group'
  readonly first: Item
  readonly steps: readonly Taken[]
  readonly position: Position
}

interface DeciderPorts extends EnvelopePorts, Pick<RuntimePorts, 'instructions' | 'blobs' | 'log'> {
  readonly running: RunningWork
  readonly record: Pick<ConversationRecord, 'contentOf' | 'memory' | 'stored'>
  /** Called for a timer of 0 ms, in the tick in which it is requested. */
  timerDue(timerId: TimerId): void
  /** Called for an event with an id that nothing waited for. */
  stale(input: Input): void
}

/** Asks the machine to decide an event. Saves, publishes and starts nothing. */
export class StepDecider {
  /** Number of events with ids that nothing waited for: refused, and not in the log. */
  stale = 0
  readonly #ports: DeciderPorts

  constructor(ports: DeciderPorts) {
    this.#ports = ports
  }

  /** Decides an item, and those that `next` returns after each step. Refused reports are left out. */
  decideGroup(
    first: Item,
    before: Position,
    next: (last: Moved) => Item | undefined,
  ): Group | Refused {
    const opening = this.#decide(first, before)
    if (opening.type === 'refused') return opening
    let { last, position } = opening
    const steps = [...opening.steps]
    while (steps.length < MAX_GROUP) {
      const item = next(last)
      if (item === undefined) break
      const decided = this.#decide(item, position)
      if (decided.type === 'refused') continue
      steps.push(...decided.steps)
      last = decided.last
      position = decided.position
    }
    return { type: 'group', first, steps, position }
  }

  #decide({ input: rawInput, settles }: Item, before: Position): Decided {
    const { contextTokens } = before.context.primary.limits
    const input = withHeads(rawInput, this.#ports.blobs, contextTokens)
    if (settles !== null) this.#ports.running.settled(settles)
    return input.type === 'userMessage'
      ? this.#decideMessage(input, before)
      : this.#decideNext([], input, before)
  }

  /**
   * Puts a change of the instructions directly before a message, in the same transaction: both are accepted or neither.
   * Without a message, instructions are read again with the next one. The message itself informs the model.
   */
  #decideMessage(input: InputOf<'userMessage'>, before: Position): Decided {
    // The message was sent again while its first copy waited for the database (T73).
    if (this.#ports.record.contentOf(input.messageId) !== null)
      return { type: 'refused', reason: 'stale' }
    const change = instructionsChange(before.context, this.#ports)
    const settingsStep =
      change === null ? null : this.step({ type: 'settingsChanged', change }, before)
    if (settingsStep?.type === 'refused') return settingsStep
    const position = settingsStep === null ? before : positionAfter(settingsStep, before)
    const notes = instructionNotes(
      position.context,
      () => this.#ports.record.memory.landmarks(),
      this.#ports,
    )
    const withNotes = notes.length === 0 ? input : { ...input, instructions: notes }
    return this.#decideNext(settingsStep === null ? [] : [settingsStep], withNotes, position)
  }

  /** Takes one event to one step. */
  step(input: Input, position: Position): (Taken & { readonly type: 'taken' }) | Refused {
    const event = envelop(input, position, this.#ports)
    const step = transition(position.state, position.context, event)
    if (step.type === 'moved') return { type: 'taken', event, step }
    if (step.reason === 'stale') {
      this.stale += 1
      this.#ports.stale(input)
    }
    return step
  }

  /** Records the start of this runtime's session. */
  openedSession(here: Position): Taken | null {
    const unclosed = this.#ports.record.stored.hasOpenSession
    const { context } = here
    const opened = this.step({ type: 'sessionOpened', context, unclosed, version: VERSION }, here)
    return opened.type === 'taken' ? opened : null
  }

  #decideNext(stepsBefore: readonly Taken[], input: Input, before: Position): Decided {
    const decided = this.step(input, before)
    if (decided.type === 'refused') return decided
    this.#endDueTimers(decided.step)
    const position = positionAfter(decided, before)
    return { type: 'taken', steps: [...stepsBefore, decided], last: decided.step, position }
  }

  #endDueTimers({ effects }: Moved): void {
    for (const effect of effects) {
      if (effect.type === 'startTimer' && effect.afterMs <= 0) this.#ports.timerDue(effect.timerId)
    }
  }
}
