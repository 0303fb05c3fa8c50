import type { IPty } from '@lydell/node-pty'
import { writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { guard } from '../../runtime/guard.ts'
import { faultCode } from '../system/file-fault.ts'

/** The pauses before input that does not fit is tried again: a program that reads gets it at once (ms). */
const FIRST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 50
/** The limit for waiting answers to a program's queries: it prints queries, and reads nothing (bytes). */
const MAX_UNREAD_ANSWERS = 64 * 1024

/**
 * What a terminal's program reads. The system keeps a few KB that no program has read yet. A stream of Node's would then
 * block, and with it all terminals, because a pty cannot be opened again as libuv needs it. So the rest waits here.
 */
export class TerminalInput {
  readonly #pty: IPty
  #waiting: Buffer[] = []
  #length = 0
  #pauseMs = FIRST_PAUSE_MS
  #again: NodeJS.Timeout | null = null

  constructor(pty: IPty) {
    this.#pty = pty
  }

  write(data: string): void {
    const bytes = Buffer.from(data)
    this.#waiting.push(bytes)
    this.#length += bytes.length
    if (this.#again === null) this.#pass()
  }

  /** Drops the answer if the program reads none. */
  answer(data: string): void {
    if (this.#length < MAX_UNREAD_ANSWERS) this.write(data)
  }

  /** Drops what waits. */
  close(): void {
    if (this.#again !== null) clearTimeout(this.#again)
    this.#again = null
    this.#waiting = []
    this.#length = 0
  }

  #pass(): void {
    this.#again = null
    const descriptor = openDescriptorOf(this.#pty)
    if (descriptor === null) return this.close()
    try {
      for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
        const written = writeSync(descriptor, first)
        this.#length -= written
        this.#pauseMs = FIRST_PAUSE_MS
        if (written === first.length) this.#waiting.shift()
        else this.#waiting[0] = first.subarray(written)
      }
    } catch (error) {
      // Otherwise nobody reads any more.
      if (faultCode(error) === 'EAGAIN') this.#later()
      else this.close()
    }
  }

  #later(): void {
    const pass = guard("a terminal's input", () => this.#pass())
    this.#again = setTimeout(pass, this.#pauseMs)
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)
  }
}

/** Null once it is closed: another file may have its number then. */
function openDescriptorOf(pty: IPty): number | null {
  const isOpen = '_socket' in pty && pty._socket instanceof ReadStream && !pty._socket.destroyed
  return isOpen && 'fd' in pty && typeof pty.fd === 'number' ? pty.fd : null
}
