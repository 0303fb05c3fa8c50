import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { CommandInput, CommandName, CommandOutput } from '../src/shared/protocol/commands.ts'
import type { ClientEvent, ClientEventOf } from '../src/shared/protocol/events.ts'
import type { HostFrame } from '../src/shared/protocol/frames.ts'
import type { ConversationId, MessageId } from '../src/shared/ids.ts'

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

type Listener = (event: ClientEvent) => void

/** A client without a window: sends and receives frames and records their times. */
export class BenchClient {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<Listener>()
  #count = 0
  #bytes = 0
  #sum = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      this.#bytes = data.length
      this.#sum += data.length
      this.#take(JSON.parse(data.toString()) as HostFrame)
    })
  }

  /** Exchanges the address's code for a token and connects. */
  static async connect(address: string): Promise<BenchClient> {
    const { origin, token } = await BenchClient.tokenOf(address)
    return BenchClient.connectWith(origin, token)
  }

  /** Exchanges the address's code for a token. */
  static async tokenOf(address: string): Promise<{ origin: string; token: string }> {
    const { origin, hash } = new URL(address)
    const answer = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code: hash.replace('#code=', '') }),
    })
    const { token } = (await answer.json()) as { token: string }
    return { origin, token }
  }

  /** Connects with a token that a window holds. */
  static async connectWith(origin: string, token: string): Promise<BenchClient> {
    const socket = new WebSocket(
      `${origin.replace('http', 'ws')}/socket`,
      ['phoenix', `token.${token}`],
      { origin },
    )
    await once(socket, 'open')
    return new BenchClient(socket)
  }

  async request<Name extends CommandName>(
    command: Name,
    input: CommandInput<Name>,
  ): Promise<CommandOutput<Name>> {
    const id = ++this.#count
    this.#socket.send(JSON.stringify({ type: 'request', id, command, input }))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as CommandOutput<Name>), reject })
    })
  }

  cancel(conversationId: ConversationId): void {
    this.#socket.send(JSON.stringify({ type: 'cancel', id: ++this.#count, conversationId }))
  }

  /** Calls the listener for every later event. */
  hear(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Resolves with the first event that passes the check. */
  async next<Type extends ClientEvent['type']>(
    type: Type,
    check: (event: ClientEventOf<Type>) => boolean = () => true,
  ): Promise<ClientEventOf<Type>> {
    return new Promise((resolve) => {
      const listener: Listener = (event) => {
        if (event.type !== type || !check(event as ClientEventOf<Type>)) return
        this.#listeners.delete(listener)
        resolve(event as ClientEventOf<Type>)
      }
      this.#listeners.add(listener)
    })
  }

  async newConversation(folder: string): Promise<ConversationId> {
    const conversationId = randomUUID() as string as ConversationId
    await this.request('conversation.create', { conversationId, folder })
    await this.request('conversation.open', { conversationId })
    return conversationId
  }

  async send(conversationId: ConversationId, text: string): Promise<void> {
    const messageId = randomUUID() as string as MessageId
    await this.request('message.send', {
      conversationId,
      messageId,
      text,
      attachments: [],
      mode: 'policy',
    })
  }

  async untilIdle(): Promise<void> {
    await this.next('conversation.stepped', ({ state }) => state.type === 'idle')
  }

  /** Bytes of the last frame received. */
  get lastBytes(): number {
    return this.#bytes
  }

  /** Bytes of all frames received. */
  get allBytes(): number {
    return this.#sum
  }

  /** Resolves when the connection has closed, from either side. */
  async closed(): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, 'close')
  }

  close(): void {
    this.#socket.close()
  }

  #take(frame: HostFrame): void {
    if (frame.type !== 'response') {
      for (const listener of this.#listeners) listener(frame)
      return
    }
    const waiting = this.#waiting.get(frame.id)
    this.#waiting.delete(frame.id)
    if (frame.result.ok) waiting?.resolve(frame.result.value)
    else waiting?.reject(new Error(frame.result.error.message))
  }
}
