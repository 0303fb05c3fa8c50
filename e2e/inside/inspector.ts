import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Host } from '../support/host.ts'

const MEGABYTE = 1024 ** 2
const SPACES = "process.getBuiltinModule('node:v8').getHeapSpaceStatistics()"
/** Environment of a host that an Inspector can connect to. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Inspects a host that was started with INSPECTED. */
export class Inspector {
  readonly #socket: WebSocket
  #count = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async connect(host: Host): Promise<Inspector> {
    const address = /ws:\/\/127\.0\.0\.1:\S+/.exec(host.printed)?.[0]
    if (address === undefined) throw new Error('the host has no inspector')
    const socket = new WebSocket(address)
    await once(socket, 'open')
    return new Inspector(socket)
  }

  /**
   * Returns the heap's size after a full collection, without compiled code, because V8 keeps compiling while there is
   * work (MB).
   */
  async heldMegabytes(): Promise<number> {
    await this.#ask('HeapProfiler.collectGarbage')
    const { result } = await this.#ask('Runtime.evaluate', {
      expression: SPACES,
      returnByValue: true,
    })
    const { value } = result as {
      value: readonly { space_name: string; space_used_size: number }[]
    }
    const bytes = value
      .filter(({ space_name }) => !/^(code|trusted)_/.test(space_name))
      .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
    return bytes / MEGABYTE
  }

  close(): void {
    this.#socket.close()
  }

  async #ask(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Record<string, unknown>> {
    const id = ++this.#count
    this.#socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = (await once(this.#socket, 'message')) as [Buffer]
      const answer = JSON.parse(data.toString()) as {
        id?: number
        result?: Record<string, unknown>
      }
      if (answer.id === id) return answer.result ?? {}
    }
  }
}
