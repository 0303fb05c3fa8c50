import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { ServingProcess } from '../processes/serve-process.ts'
import { NEVER, within } from '../system/within.ts'
import { MAX_MESSAGE_BYTES, readLines, readLog } from './read-lines.ts'
import type { ServerLog } from './server-log.ts'

/** The limit for messages that wait for a server that does not read. */
const MAX_WAITING_BYTES = 2 * MAX_MESSAGE_BYTES
const MAX_SHOWN = 200
/** How long the last output of a server that has ended is read: much output is read slowly (ms). */
const DRAIN_MS = 2_000

/**
 * Connects to a server's standard input and output under our supervisor: the SDK's own transport would start processes that
 * nothing else knows about.
 */
export class ProcessTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage) => void) | undefined
  /** The reason why it ended, as a sentence; null if it has not, or ended properly. */
  fault: string | null = null
  readonly #process: ServingProcess
  readonly #parse: (line: string) => JSONRPCMessage
  readonly #log: ServerLog
  #stop: (() => void) | null = null
  #stopLog: (() => void) | null = null
  readonly #drained = Promise.withResolvers<null>()
  #isClosed = false

  constructor(
    process: ServingProcess,
    { log, parse }: { readonly log: ServerLog; readonly parse: (line: string) => JSONRPCMessage },
  ) {
    this.#process = process
    this.#parse = parse
    this.#log = log
  }

  start(): Promise<void> {
    const { complaints, exit, output } = this.#process
    this.#stop = readLines(output, {
      onLine: (line) => this.#take(line),
      onTooLong: () => this.#end('It sent a message longer than 8 MB.'),
      onEnd: () => this.#drained.resolve(null),
    })
    this.#stopLog = readLog(complaints, (text) => this.#log.add(text))
    void this.#followExit(exit)
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { input } = this.#process
    if (this.#isClosed) return Promise.reject(new Error('The server has ended.'))
    if (input.writableLength > MAX_WAITING_BYTES) {
      this.#end('It does not read its input.')
      return Promise.reject(new Error('The server does not read.'))
    }
    input.write(`${JSON.stringify(message)}\n`)
    return Promise.resolve()
  }

  async close(): Promise<void> {
    this.#finish()
    await this.#process.end('inOrder')
  }

  async #followExit(exit: ServingProcess['exit']): Promise<void> {
    const { code, signal } = await exit
    await within(this.#drained.promise, DRAIN_MS, NEVER)
    this.#end(`It ended by itself (${signal === null ? `exit ${code ?? 0}` : signal}).`)
  }

  #take(line: string): void {
    if (line.trim() === '') return
    let message: JSONRPCMessage
    try {
      message = this.#parse(line)
    } catch {
      this.#log.note(`not a message of MCP: ${line.slice(0, MAX_SHOWN)}`)
      return
    }
    this.onmessage?.(message)
  }

  #end(fault: string): void {
    if (this.#isClosed) return
    this.fault = fault
    this.#log.note(fault)
    this.#finish()
    void this.#process.end('atOnce')
  }

  #finish(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#drained.resolve(null)
    this.#stop?.()
    this.#stopLog?.()
    this.onclose?.()
  }
}
