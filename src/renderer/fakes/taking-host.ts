import { type AppError, appError } from '../../shared/app-error.ts'
import type { CommandInput } from '../../shared/protocol/commands.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { WaitingMessage } from '../../shared/messages/waiting.ts'
import { type Asked, type FakeHost, inputOf } from '../../client/fakes/fake-host.ts'
import { personMessage } from '../../client/fakes/samples.ts'

type Said = Pick<WaitingMessage, 'id' | 'text'>
const BUSY = appError('busy', 'The agent is busy.')

/** Accepts messages as the real host does, one request after another, on the test's command. */
export class TakingHost {
  readonly stored: Said[] = []
  waiting: readonly WaitingMessage[] = []
  isBusy = false
  private taken = 0
  private readonly host: FakeHost

  constructor(host: FakeHost) {
    this.host = host
  }

  get messages(): readonly Message[] {
    return this.stored.map(({ id, text }, index) => personMessage(index + 1, text, id))
  }

  /** Handles the next request; its answer reaches the window, or is lost with the connection. */
  takeNext(isAnswered: boolean): boolean {
    const asked = this.host.asked[this.taken]
    if (asked === undefined) return false
    this.taken += 1
    const error = this.do(asked)
    if (!isAnswered) return true
    if (error === null) asked.answer({})
    else asked.refuse(error)
    return true
  }

  /** Drops requests on a connection that was cut before they arrived. */
  forgetUntaken(): void {
    this.taken = this.host.asked.length
  }

  completeTurn(): void {
    if (!this.isBusy) return
    this.isBusy = false
    const [oldest] = this.waiting
    if (oldest !== undefined) this.store(oldest)
  }

  stop(): void {
    this.isBusy = false
  }

  private do(asked: Asked): AppError | null {
    if (asked.frame.type !== 'request') return null
    const input = inputOf(asked)
    switch (asked.frame.command) {
      case 'message.send': {
        const { messageId: id, text, mode } = input as CommandInput<'message.send'>
        return this.isStored(id) ? this.receiptOf({ id, text }) : this.send({ id, text }, mode)
      }
      case 'outbox.put': {
        const { message } = input as CommandInput<'outbox.put'>
        return this.isStored(message.id) ? this.receiptOf(message) : this.put(message)
      }
      case 'outbox.remove':
        this.drop((input as CommandInput<'outbox.remove'>).messageId)
        return null
      case 'outbox.order': {
        const { messageIds } = input as CommandInput<'outbox.order'>
        const place = ({ id }: Said): number => messageIds.indexOf(id) + 1 || Infinity
        this.waiting = this.waiting.toSorted((one, other) => place(one) - place(other) || 0)
        return null
      }
      default:
        return null
    }
  }

  private isStored(messageId: MessageId): boolean {
    return this.stored.some(({ id }) => id === messageId)
  }

  private receiptOf({ id, text }: Said): AppError | null {
    const known = this.stored.find((each) => each.id === id)
    return known?.text === text ? null : appError('messageIdReused', 'It was sent already.')
  }

  private send(message: Said, mode: string): AppError | null {
    if (this.isBusy && mode === 'policy') return BUSY
    this.store(message)
    return null
  }

  private put(message: WaitingMessage): AppError | null {
    const at = this.waiting.findIndex(({ id }) => id === message.id)
    this.waiting = at < 0 ? [...this.waiting, message] : this.waiting.with(at, message)
    return null
  }

  private store({ id, text }: Said): void {
    this.drop(id)
    this.stored.push({ id, text })
    this.isBusy = true
  }

  private drop(id: MessageId): void {
    this.waiting = this.waiting.filter((each) => each.id !== id)
  }
}
