import type { AppError } from '../../shared/app-error.ts'
import type { ClientEvent } from '../../shared/protocol/events.ts'
import type { ClientFrame, HostConnection, HostFrame } from '../../shared/protocol/frames.ts'
import type { Dial } from '../dial.ts'

export interface ReceivedRequest {
  readonly frame: ClientFrame
  answer(value: unknown): void
  refuse(error: AppError): void
}

/** A fake host for tests: keeps every request and answers it when the test says so. */
export class FakeHost {
  readonly requests: ReceivedRequest[] = []
  #frameListeners: ((frame: HostFrame) => void)[] = []
  #closeListeners: (() => void)[] = []

  readonly dial: Dial = () => Promise.resolve({ type: 'open', connection: this.connect() })

  connect(): HostConnection {
    this.#frameListeners = []
    this.#closeListeners = []
    return {
      send: (frame) => void this.requests.push(this.#requestOf(frame)),
      onFrame: (listener) => void this.#frameListeners.push(listener),
      onClose: (listener) => void this.#closeListeners.push(listener),
      close: () => this.cut(),
    }
  }

  cut(): void {
    const listeners = this.#closeListeners
    this.#closeListeners = []
    for (const listener of listeners) listener()
  }

  emit(event: ClientEvent): void {
    this.#deliver(event)
  }

  /** Returns the newest request of this command. */
  last(command: string): ReceivedRequest {
    const found = this.all(command).at(-1)
    if (found === undefined) throw new Error(`nobody asked for ${command}`)
    return found
  }

  all(command: string): readonly ReceivedRequest[] {
    return this.requests.filter(
      ({ frame }) => frame.type === 'request' && frame.command === command,
    )
  }

  #requestOf(frame: ClientFrame): ReceivedRequest {
    return {
      frame,
      answer: (value) =>
        this.#deliver({ type: 'response', id: frame.id, result: { ok: true, value } }),
      refuse: (error) =>
        this.#deliver({ type: 'response', id: frame.id, result: { ok: false, error } }),
    }
  }

  #deliver(frame: HostFrame): void {
    for (const listener of this.#frameListeners) listener(frame)
  }
}

export function inputOf(request: ReceivedRequest): unknown {
  return request.frame.type === 'request' ? request.frame.input : null
}

/** Lets pending promises settle. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
