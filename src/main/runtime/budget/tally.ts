import { answersIn, type Message } from '../../../shared/messages/message.ts'
import type { ConversationId, TurnId } from '../../../shared/ids.ts'
import { addSpend, NO_SPEND, type Spend, totalSpend } from '../../../shared/models/price.ts'
import type { Spans } from './spans.ts'
import { type Before, workedFor } from './worked-time.ts'

/** What a conversation itself has used, without its sub-agents. */
export interface OwnUse {
  readonly spend: Spend
  readonly workedMs: number
}

const NOTHING: OwnUse = { spend: NO_SPEND, workedMs: 0 }

/** Adds up the messages of one conversation, oldest first. */
export class Tally {
  use: OwnUse = NOTHING
  /** The turn of the last answer, and the use before its first answer. */
  #turn: { readonly id: TurnId; readonly at: number; readonly before: OwnUse } | null = null
  /** When its first message came; null: it has none. */
  firstAt: number | null = null
  #last: Before = { message: null, reply: null }
  readonly #id: ConversationId
  readonly #agents: Spans

  /** `agents`: when its sub-agents worked, known before its messages about them are added. */
  constructor(id: ConversationId, agents: Spans) {
    this.#id = id
    this.#agents = agents
  }

  /** When its last message came; null: it has none. */
  get lastAt(): number | null {
    return this.#last.message?.at ?? null
  }

  /** When the turn of the last answer first answered; null: there is no answer. */
  get turnAt(): number | null {
    return this.#turn?.at ?? null
  }

  /** Returns the use when this turn started. */
  before(turnId: TurnId): OwnUse {
    return this.#turn?.id === turnId ? this.#turn.before : this.use
  }

  /** Returns how long it worked for this message. */
  add(message: Message): number {
    const { at, content } = message
    // A copy (`createForkCopier`): what it took is the original's, as what it cost is.
    if (message.id.startsWith(`${this.#id}.m`)) return 0
    this.firstAt ??= at
    const delegated = content.type === 'subAgent' ? this.#agents.within(this.lastAt ?? at, at) : 0
    const worked = delegated + workedFor(message, this.#last)
    if (content.type === 'agent' && content.turnId !== this.#turn?.id)
      this.#turn = { id: content.turnId, at, before: this.use }
    this.use = {
      spend: addSpend(this.use.spend, totalSpend(answersIn([message]))),
      workedMs: this.use.workedMs + worked,
    }
    this.#last = { message, reply: content.type === 'agent' ? message : this.#last.reply }
    return worked
  }
}
