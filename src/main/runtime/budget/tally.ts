import { answersIn, type Message } from '../../../shared/messages/message.ts'
import type { ConversationId, TurnId } from '../../../shared/ids.ts'
import { addSpend, NO_SPEND, type Spend, totalSpend } from '../../../shared/models/price.ts'
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
  #turn: { readonly id: TurnId; readonly before: OwnUse } | null = null
  #last: Before = { message: null, reply: null }
  readonly #id: ConversationId

  constructor(id: ConversationId) {
    this.#id = id
  }

  /** Returns the use when this turn started. */
  before(turnId: TurnId): OwnUse {
    return this.#turn?.id === turnId ? this.#turn.before : this.use
  }

  /** Returns whether it is the first answer of a turn. */
  add(message: Message): boolean {
    const { content } = message
    // A copy (`createForkCopier`): what it took is the original's, as what it cost is.
    if (message.id.startsWith(`${this.#id}.m`)) return false
    const isFirst = content.type === 'agent' && content.turnId !== this.#turn?.id
    if (isFirst) this.#turn = { id: content.turnId, before: this.use }
    this.use = {
      spend: addSpend(this.use.spend, totalSpend(answersIn([message]))),
      workedMs: this.use.workedMs + workedFor(message, this.#last),
    }
    this.#last = { message, reply: content.type === 'agent' ? message : this.#last.reply }
    return isFirst
  }
}
