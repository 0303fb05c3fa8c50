import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SentSpan {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceId: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly events: readonly { readonly name: string }[]
}

export type Answer = (response: ServerResponse) => void

const servers: Server[] = []

/** Stops all collectors. */
export function stopCollectors(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
}

/** A collector on this machine. `answer` handles each batch. */
export class FakeCollector {
  readonly bodies: { readonly path: string; readonly text: string; readonly team: unknown }[] = []
  answer: Answer
  endpoint = ''
  #server: Server | null = null

  constructor(answer: Answer) {
    this.answer = answer
  }

  static async start(answer: Answer): Promise<FakeCollector> {
    const collector = new FakeCollector(answer)
    const server = createServer((request, response) => {
      // A batch that the end of the test interrupts does not count.
      collector.#take(request, response).catch(() => {})
    })
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    collector.#server = server
    collector.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return collector
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    this.bodies.push({ path: request.url ?? '', text, team: request.headers['x-team'] })
    this.answer(response)
  }

  connections(): Promise<number> {
    return new Promise((resolve) => {
      if (this.#server === null) return resolve(0)
      this.#server.getConnections((_, count) => resolve(count))
    })
  }

  get spans(): readonly SentSpan[] {
    return this.bodies
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ text }) => {
        const { resourceSpans } = JSON.parse(text) as {
          resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
        }
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      })
  }
}
