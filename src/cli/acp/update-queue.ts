import {
  type AgentContext,
  type ClientCapabilities,
  methods,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import { chunk } from './live-reply.ts'
import { MessageUpdates, type Reported } from './message-updates.ts'
import { countOf } from '../../client/words/words.ts'

/** Maximum number of updates that wait for a client that does not read; more are dropped, and it learns how many. */
export const MAX_WAITING_UPDATES = 10_000

/** The two sides of a session: the client of the protocol, and the host that does the work. */
export interface SessionPeer {
  readonly client: Client
  readonly peer: AgentContext
  readonly capabilities: ClientCapabilities
  /** Writes a line for readers of the agent's log. */
  note(line: string): void
}

/** Sends updates to the client of one session, in order, one at a time. */
export class UpdateQueue {
  readonly #by: SessionPeer
  readonly #sessionId: ConversationId
  readonly #messages: MessageUpdates
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #leftOut = 0
  #isOpen = true

  constructor(by: SessionPeer, sessionId: ConversationId, folder: string) {
    this.#by = by
    this.#sessionId = sessionId
    this.#messages = new MessageUpdates(by.client, folder)
  }

  /** Resolves when everything queued so far has been sent, including the note about dropped updates, if any. */
  async allSent(): Promise<void> {
    await this.#last
    if (this.#leftOut > 0) this.#inOrder(() => Promise.resolve())
    await this.#last
  }

  add(...updates: readonly Reported[]): void {
    this.#inOrder(() => this.#send(updates))
  }

  addMessage(message: Message): void {
    this.#inOrder(async () => this.#send(await this.#messages.of(message)))
  }

  addStreamed(event: Parameters<MessageUpdates['live']['add']>[0]): void {
    this.#inOrder(() => this.#send(this.#messages.live.add(event)))
  }

  /** Sends nothing more. */
  close(): void {
    this.#isOpen = false
  }

  #inOrder(work: () => Promise<void>): void {
    if (this.#waiting >= MAX_WAITING_UPDATES) {
      this.#leftOut += 1
      return
    }
    const gap = this.#takeGap()
    this.#waiting += 1
    const next = this.#last.then(() => this.#send(gap)).then(work)
    this.#last = next.catch((error: unknown) => {
      if (this.#isOpen)
        this.#by.note(`An update of session ${this.#sessionId} was lost: ${String(error)}`)
    })
    void this.#last.then(() => (this.#waiting -= 1))
  }

  /** Returns the note in place of dropped updates. */
  #takeGap(): readonly Reported[] {
    const count = this.#leftOut
    this.#leftOut = 0
    if (count === 0) return []
    const words = `${countOf(count, 'update is', 'updates are')} missing here, not read in time. Load the session again to see everything.`
    return [chunk('text', `\n\n[${words}]\n\n`)]
  }

  async #send(updates: readonly Reported[]): Promise<void> {
    const sessionId = this.#sessionId
    for (const each of updates) {
      const update = this.#asUpdate(each)
      if (update === null || !this.#isOpen) continue
      await this.#by.peer.notify(methods.client.session.update, { sessionId, update })
    }
  }

  /** Null if this client cannot show it. */
  #asUpdate(reported: Reported): SessionUpdate | null {
    if (reported.sessionUpdate === 'tool_call_update' && this.#messages.isPlan(reported.toolCallId))
      return null
    if (reported.sessionUpdate !== 'note') return reported
    if (this.#by.capabilities.session?.notices == null) return null
    return { sessionUpdate: 'notice', severity: 'info', title: reported.text }
  }
}
