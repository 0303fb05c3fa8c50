import type { AppError } from '../../shared/app-error.ts'
import type { ClientEvent } from '../../shared/protocol/events.ts'
import type { ClientFrame, HostConnection, HostFrame } from '../../shared/protocol/frames.ts'
import type { Dial } from '../dial.ts'

export interface Asked {
  readonly frame: ClientFrame
  answer(value: unknown): void
  refuse(error: AppError): void
}

/** A fake host for tests: keeps every request and answers it when the test says so. */
export class FakeHost {
  readonly asked: Asked[] = []
  #frameListeners: ((frame: HostFrame) => void)[] = []
  #closeListeners: (() => void)[] = []

  readonly dial: Dial = () => Promise.resolve({ type: 'open', connection: this.connect() })

  connect(): HostConnection {
    this.#frameListeners = []
    this.#closeListeners = []
    return {
      send: (frame) => void this.asked.push(this.#askedOf(frame)),
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

  say(event: ClientEvent): void {
    this.#tell(event)
  }

  /** Returns the newest request of this command. */
  last(command: string): Asked {
    const found = this.all(command).at(-1)
    if (found === undefined) throw new Error(`nobody asked for ${command}`)
    return found
  }

  all(command: string): readonly Asked[] {
    return this.asked.filter(({ frame }) => frame.type === 'request' && frame.command === command)
  }

  #askedOf(frame: ClientFrame): Asked {
    return {
      frame,
      answer: (value) =>
        this.#tell({ type: 'response', id: frame.id, result: { ok: true, value } }),
      refuse: (error) =>
        this.#tell({ type: 'response', id: frame.id, result: { ok: false, error } }),
    }
  }

  #tell(frame: HostFrame): void {
    for (const listener of this.#frameListeners) listener(frame)
  }
}

export function inputOf(asked: Asked): unknown {
  return asked.frame.type === 'request' ? asked.frame.input : null
}

/** Lets pending promises settle. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
