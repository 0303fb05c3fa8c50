import { randomUUID } from 'node:crypto'
import { forkedChannel } from '../../src/main/adapters/process-host/forked-channel.ts'
import type { Phoenix } from '../../src/main/compose.ts'
import { startPhoenix } from '../../src/main/start-phoenix.ts'
import { sourceWorkers } from '../../src/main/workers.ts'
import type {
  CommandInput,
  CommandName,
  CommandOutput,
} from '../../src/shared/protocol/commands.ts'
import type { ClientEvent, ClientEventOf } from '../../src/shared/protocol/events.ts'
import type { ClientFrame, HostFrame } from '../../src/shared/protocol/frames.ts'
import type { StateView } from '../../src/shared/conversation/state-view.ts'
import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import { freshFolder } from '../support/host.ts'
import { DeliveryThread, currentMoment, type Elapsed, elapsedSince } from './delivery-thread.ts'

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

type SteppedEvent = ClientEventOf<'conversation.stepped'>

/**
 * The whole program in this process, from its source, with a client on an instantaneous connection: the time between a
 * frame sent and an event received is the program's own.
 */
export class InProcessApp {
  readonly dataFolder: string
  readonly #phoenix: Phoenix
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<(event: ClientEvent) => void>()
  readonly #states = new Map<ConversationId, StateView>()
  readonly #deliveryThread = new DeliveryThread()
  #deliver: (frame: ClientFrame) => void = () => undefined
  #count = 0

  private constructor(phoenix: Phoenix, dataFolder: string) {
    this.#phoenix = phoenix
    this.dataFolder = dataFolder
    phoenix.attach({
      send: (frame) => this.#take(frame),
      onFrame: (listener) => (this.#deliver = listener),
      onClose: () => undefined,
      close: () => undefined,
    })
  }

  static async start(environment: Readonly<NodeJS.ProcessEnv>): Promise<InProcessApp> {
    const dataFolder = freshFolder('data')
    const own = { ...environment, PHOENIX_TITLES: 'off', PHOENIX_PERMISSIONS: 'auto' }
    const phoenix = await startPhoenix({
      dataFolder,
      environment: own,
      workers: sourceWorkers(),
      processHost: forkedChannel(adapter('process-host/process-host-entry.ts')),
      terminalHost: forkedChannel(adapter('terminals/terminal-host-entry.ts')),
      keyring: { type: 'unasked' },
      loginShell: null,
      chooseFolder: null,
      desktop: null,
    })
    if (!phoenix.ok) throw new Error(phoenix.error)
    return new InProcessApp(phoenix.value, dataFolder)
  }

  async request<Name extends CommandName>(
    command: Name,
    input: CommandInput<Name>,
  ): Promise<CommandOutput<Name>> {
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as CommandOutput<Name>), reject })
      this.#deliver({ type: 'request', id, command, input })
    })
  }

  async newConversation(): Promise<ConversationId> {
    const conversationId = randomUUID() as string as ConversationId
    await this.request('conversation.create', { conversationId, folder: freshFolder('work') })
    await this.request('conversation.open', { conversationId })
    return conversationId
  }

  async send(conversationId: ConversationId, text: string): Promise<void> {
    const messageId = randomUUID() as string as MessageId
    const message = { messageId, text, attachments: [], mode: 'policy' } as const
    await this.request('message.send', { conversationId, ...message })
  }

  /**
   * Cancels after this many ms, timed by another thread's clock, so delays of this thread count: measures from there to
   * the moment at which the resulting state is sent. Resolves when the conversation rests. `struck`: the state as clients
   * knew it when the cancel was delivered.
   */
  async cancelAfter(
    conversationId: ConversationId,
    ms: number,
  ): Promise<Elapsed & { readonly struck: string }> {
    const arrived = await this.#deliveryThread.arrival(ms)
    const idle = this.untilIdle(conversationId)
    let departed = arrived
    const accepted = this.step(conversationId, ({ state }) => {
      departed = currentMoment()
      return state.type === 'idle' || state.type === 'cancelling'
    })
    const state = this.#states.get(conversationId)
    const struck = state?.type === 'llmRequesting' ? state.phase.type : (state?.type ?? 'unknown')
    this.#deliver({ type: 'cancel', id: ++this.#count, conversationId })
    await accepted
    await idle
    return { ...elapsedSince(arrived, departed), struck }
  }

  /** The next step of this conversation that passes the check. */
  async step(
    conversationId: ConversationId,
    check: (step: SteppedEvent) => boolean,
  ): Promise<SteppedEvent> {
    return this.next((event): event is SteppedEvent => {
      if (event.type !== 'conversation.stepped' || event.conversationId !== conversationId)
        return false
      return check(event)
    })
  }

  async untilIdle(conversationId: ConversationId): Promise<SteppedEvent> {
    return this.step(conversationId, ({ state }) => state.type === 'idle')
  }

  async next<Event extends ClientEvent>(
    check: (event: ClientEvent) => event is Event,
  ): Promise<Event> {
    return new Promise((resolve) => {
      const listener = (event: ClientEvent): void => {
        if (!check(event)) return
        this.#listeners.delete(listener)
        resolve(event)
      }
      this.#listeners.add(listener)
    })
  }

  listen(listener: (event: ClientEvent) => void): void {
    this.#listeners.add(listener)
  }

  /** Reports the measurements to the test, and exits once they have been sent. */
  async handIn(measured: object): Promise<void> {
    await new Promise((resolve) => process.send?.(measured, undefined, undefined, resolve))
    await this.close()
    process.disconnect?.()
  }

  async close(): Promise<void> {
    await this.#deliveryThread.close()
    await this.#phoenix.close()
  }

  #take(frame: HostFrame): void {
    if (frame.type !== 'response') {
      if (frame.type === 'conversation.stepped') this.#states.set(frame.conversationId, frame.state)
      for (const listener of this.#listeners) listener(frame)
      return
    }
    const waiting = this.#waiting.get(frame.id)
    this.#waiting.delete(frame.id)
    if (frame.result.ok) waiting?.resolve(frame.result.value)
    else waiting?.reject(new Error(frame.result.error.message))
  }
}

function adapter(path: string): URL {
  return new URL(`../../src/main/adapters/${path}`, import.meta.url)
}
