import { type AppError, appError } from '../../shared/app-error.ts'
import type { CommandInput } from '../../shared/protocol/commands.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { WaitingMessage } from '../../shared/messages/waiting.ts'
import { type ReceivedRequest, type FakeHost, inputOf } from '../../client/fakes/fake-host.ts'
import { personMessage } from '../../client/fakes/samples.ts'

type SentMessage = Pick<WaitingMessage, 'id' | 'text'>
const BUSY = appError('busy', 'The agent is busy.')

/** Accepts messages as the real host does, one request after another, on the test's command. */
export class SteppedHost {
  readonly stored: SentMessage[] = []
  waiting: readonly WaitingMessage[] = []
  isBusy = false
  #handled = 0
  readonly #host: FakeHost

  constructor(host: FakeHost) {
    this.#host = host
  }

  get messages(): readonly Message[] {
    return this.stored.map(({ id, text }, index) => personMessage(index + 1, text, id))
  }

  /** Handles the next request; its answer reaches the window, or is lost with the connection. */
  handleNext(isAnswered: boolean): boolean {
    const request = this.#host.requests[this.#handled]
    if (request === undefined) return false
    this.#handled += 1
    const error = this.#handle(request)
    if (!isAnswered) return true
    if (error === null) request.answer({})
    else request.refuse(error)
    return true
  }

  /** Drops requests on a connection that was cut before they arrived. */
  dropUnhandled(): void {
    this.#handled = this.#host.requests.length
  }

  completeTurn(): void {
    if (!this.isBusy) return
    this.isBusy = false
    const [oldest] = this.waiting
    if (oldest !== undefined) this.#store(oldest)
  }

  stop(): void {
    this.isBusy = false
  }

  #handle(request: ReceivedRequest): AppError | null {
    if (request.frame.type !== 'request') return null
    const input = inputOf(request)
    switch (request.frame.command) {
      case 'message.send': {
        const { messageId: id, text, mode } = input as CommandInput<'message.send'>
        return this.#isStored(id) ? this.#receiptOf({ id, text }) : this.#send({ id, text }, mode)
      }
      case 'outbox.put': {
        const { message } = input as CommandInput<'outbox.put'>
        return this.#isStored(message.id) ? this.#receiptOf(message) : this.#put(message)
      }
      case 'outbox.remove':
        this.#drop((input as CommandInput<'outbox.remove'>).messageId)
        return null
      default:
        return null
    }
  }

  #isStored(messageId: MessageId): boolean {
    return this.stored.some(({ id }) => id === messageId)
  }

  #receiptOf({ id, text }: SentMessage): AppError | null {
    const known = this.stored.find((each) => each.id === id)
    return known?.text === text ? null : appError('messageIdReused', 'It was sent already.')
  }

  #send(message: SentMessage, mode: string): AppError | null {
    if (this.isBusy && mode === 'policy') return BUSY
    this.#store(message)
    return null
  }

  #put(message: WaitingMessage): AppError | null {
    const at = this.waiting.findIndex(({ id }) => id === message.id)
    this.waiting = at < 0 ? [...this.waiting, message] : this.waiting.with(at, message)
    return null
  }

  #store({ id, text }: SentMessage): void {
    this.#drop(id)
    this.stored.push({ id, text })
    this.isBusy = true
  }

  #drop(id: MessageId): void {
    this.waiting = this.waiting.filter((each) => each.id !== id)
  }
}
