import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'

/** Programs that listen on socket files. */
export class TestSockets implements AsyncDisposable {
  readonly #servers: Server[] = []

  async open(folder: string, count: number): Promise<void> {
    mkdirSync(folder, { recursive: true })
    for (let number = 0; number < count; number++) {
      const server = createServer().listen({ path: join(folder, String(number)) })
      this.#servers.push(server)
      await once(server, 'listening')
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) server.close()
    return Promise.resolve()
  }
}
