import {
  type AgentContext,
  type ClientCapabilities,
  methods,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import { MessageUpdates, type Reported } from './message-updates.ts'

/** The two sides of a session: the client of the protocol, and the host that does the work. */
export interface SessionPeer {
  readonly client: Client
  readonly peer: AgentContext
  readonly capabilities: ClientCapabilities
  /** For readers of the agent's log. */
  note(line: string): void
}

/** Updates for the client of one session, in order, one at a time. */
export class UpdateQueue {
  private readonly by: SessionPeer
  private readonly sessionId: ConversationId
  private readonly messages: MessageUpdates
  private last: Promise<void> = Promise.resolve()
  private isOpen = true

  constructor(by: SessionPeer, sessionId: ConversationId, folder: string) {
    this.by = by
    this.sessionId = sessionId
    this.messages = new MessageUpdates(by.client, folder)
  }

  /** Resolves when everything queued so far has been sent. */
  get sent(): Promise<void> {
    return this.last
  }

  tell(...updates: readonly Reported[]): void {
    this.inOrder(() => this.send(updates))
  }

  tellMessage(message: Message): void {
    this.inOrder(async () => this.send(await this.messages.of(message)))
  }

  tellStreamed(event: Parameters<MessageUpdates['live']['hear']>[0]): void {
    this.inOrder(() => this.send(this.messages.live.hear(event)))
  }

  /** Nothing more is sent. */
  close(): void {
    this.isOpen = false
  }

  private inOrder(work: () => Promise<void>): void {
    this.last = this.last.then(work).catch((error: unknown) => {
      if (this.isOpen)
        this.by.note(`An update of session ${this.sessionId} was lost: ${String(error)}`)
    })
  }

  private async send(updates: readonly Reported[]): Promise<void> {
    const { sessionId } = this
    for (const each of updates) {
      const update = this.asUpdate(each)
      if (update === null || !this.isOpen) continue
      await this.by.peer.notify(methods.client.session.update, { sessionId, update })
    }
  }

  /** Null: this client has no place for it. */
  private asUpdate(reported: Reported): SessionUpdate | null {
    if (reported.sessionUpdate !== 'note') return reported
    if (this.by.capabilities.session?.notices == null) return null
    return { sessionUpdate: 'notice', severity: 'info', title: reported.text }
  }
}
