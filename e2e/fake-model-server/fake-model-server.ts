import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { assertNever } from '../../src/shared/assert-never.ts'
import { promisify } from 'node:util'
import { once } from 'node:events'
import { checkChat } from './checks/check-chat.ts'
import { checkCount, COUNT_PATH, tokensIn } from './checks/check-count.ts'
import { checkRequest } from './checks/check-request.ts'
import { checkResponses } from './checks/check-responses.ts'
import { BEDROCK_DIALECT, vertexDialect } from './cloud-dialects.ts'
import type { Dialect } from './dialect.ts'
import type { Family } from './family.ts'
import { GEMINI_DIALECT } from './gemini-dialect.ts'
import { isJson, type Json } from './json.ts'
import { playReply } from './play-reply.ts'
import { ofJson, page, refusal } from './replies.ts'
import type { Reply } from './reply.ts'
import { isSelfSigned } from './service-account.ts'
import type { FakeModelServer, Respond, SeenRequest } from './model-server.ts'

export type { FakeModelServer }

export interface FakeModelServerOptions {
  readonly key?: string
  /** The number of bodies to keep. */
  readonly remember?: number
  readonly port?: number
  /** Adds the rules of a family to the common ones. */
  readonly family?: Family
}

/** All APIs that Phoenix supports, on loopback: sends scripted replies, and refuses what the real servers would refuse. */
export async function startFakeModelServer(
  options: FakeModelServerOptions = {},
): Promise<FakeModelServer> {
  const fake = new FakeServer(options)
  await fake.listen(options.port ?? 0)
  return fake
}

/** APIs in addition to the Messages API. */
const OTHER_APIS = new Map([
  ['/v1/chat/completions', checkChat],
  ['/v1/responses', checkResponses],
])
/** APIs with their own URLs and keys. */
const DIALECTS: readonly Dialect[] = [GEMINI_DIALECT, BEDROCK_DIALECT, vertexDialect(isSelfSigned)]
const NOT_SCRIPTED = 'no answer was scripted for this request'
const NO_KEY = refusal(401, { type: 'authentication_error', message: 'invalid x-api-key' })

class FakeServer implements FakeModelServer {
  url = ''
  readonly key: string
  readonly requests: SeenRequest[] = []
  readonly complaints: string[] = []
  readonly refused: string[] = []
  readonly #family: Family | null
  models: readonly Json[] = []
  shown: Readonly<Record<string, Json>> | null = null
  readonly #remember: number
  readonly #server: Server
  readonly #queue: Reply[] = []
  readonly #waiting = new Set<() => void>()
  #script: Respond = () => null
  #hasPaused = false

  constructor({ family, key = 'test-key', remember = 10_000 }: FakeModelServerOptions) {
    this.key = key
    this.#family = family ?? null
    this.#remember = remember
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        this.complaints.push(`the fake server failed: ${String(error)}`)
        response.destroy()
      })
    })
  }

  async listen(port: number): Promise<void> {
    this.#server.keepAliveTimeout = 60_000
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    this.url = `http://127.0.0.1:${address.port}`
  }

  enqueue(...replies: readonly Reply[]): void {
    this.#queue.push(...replies)
  }

  respond(script: Respond): void {
    this.#script = script
  }

  async waitForRequest(number: number): Promise<SeenRequest> {
    return this.#waitFor(() => this.requests[number - 1])
  }

  connections(): Promise<number> {
    return promisify(this.#server.getConnections.bind(this.#server))()
  }

  async waitForClose(number: number): Promise<SeenRequest> {
    return this.#waitFor(() => {
      const request = this.requests[number - 1]
      return request?.closedAt === null ? undefined : request
    })
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
    this.#expectNothingRefused()
  }

  async reset(): Promise<void> {
    await this.#waitFor(() => this.requests.every(({ closedAt }) => closedAt !== null) || undefined)
    const left = this.#queue.length
    try {
      this.#expectNothingRefused()
      if (left > 0) throw new Error(`${left} answers of the model were never asked for`)
    } finally {
      this.requests.length = 0
      this.complaints.length = 0
      this.#queue.length = 0
      this.models = []
      this.shown = null
      this.#script = () => null
      this.#hasPaused = false
    }
  }

  #expectNothingRefused(): void {
    const refused = this.complaints.filter((complaint) => complaint !== NOT_SCRIPTED)
    if (refused.length > 0)
      throw new Error(`requests that the real API would refuse: ${refused.join('; ')}`)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString()
    const body = parse(text)
    const seen: SeenRequest = {
      at: Date.now(),
      headers: request.headers,
      body: isJson(body) ? body : {},
      port: request.socket.remotePort ?? 0,
      closedAt: null,
    }
    this.requests.push(seen)
    const forgotten = this.requests[this.requests.length - 1 - this.#remember]
    if (forgotten !== undefined) forgotten.body = {}
    const over = (): void => {
      seen.closedAt = Date.now()
      this.#wake()
    }
    // If the client hung up while the body was being read, the response is already closed.
    if (response.closed || request.socket.destroyed) over()
    else response.once('close', over)
    this.#wake()
    const refused = this.#judge(request, text, body) ?? this.#refuse(request, body)
    await playReply(response, refused === 'passed' ? this.#next(seen) : refused)
  }

  /** GET /v1/models: lists `models`. */
  #list(request: IncomingMessage): Reply | null {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/v1/models') return null
    if (!this.#isAuthorized(request)) return NO_KEY
    return ofJson({ object: 'list', data: this.models, has_more: false })
  }

  /** GET / and POST /api/show, as in Ollama: returns `shown`. */
  #show(request: IncomingMessage, body: unknown): Reply | null {
    if (this.shown === null) return null
    if (request.method === 'GET' && request.url === '/') return page('Ollama is running')
    if (request.method !== 'POST' || request.url !== '/api/show') return null
    const said = this.shown[String(isJson(body) ? body['model'] : '')]
    return said === undefined ? ofJson({ error: 'model not found' }, 404) : ofJson(said)
  }

  /** Answers in the words of the API that the URL belongs to; null: to none. */
  #judge(request: IncomingMessage, text: string, body: unknown): Reply | 'passed' | null {
    const { headers, method = '' } = request
    const url = new URL(request.url ?? '/', this.url)
    const dialect = DIALECTS.find((each) => each.owns(url.pathname))
    if (dialect === undefined) return null
    const received = { method, url, headers, text, body: isJson(body) ? body : null }
    const judged = dialect.judge(received, this)
    switch (judged.type) {
      case 'passed':
        return this.#refuseAsFamily(body) ?? 'passed'
      case 'answered':
        return judged.reply
      case 'wrong':
        this.complaints.push(judged.words)
        return judged.reply
      default:
        return assertNever(judged)
    }
  }

  #refuse(request: IncomingMessage, body: unknown): Reply | 'passed' {
    const told = this.#list(request) ?? this.#show(request, body)
    if (told !== null) return told
    const path = request.url?.split('?')[0]
    const checkOther = path === undefined ? undefined : OTHER_APIS.get(path)
    const isOfMessages = path === '/v1/messages' || path === COUNT_PATH
    if (request.method !== 'POST' || (!isOfMessages && checkOther === undefined)) {
      return refusal(404, { type: 'not_found_error', message: `${path} was not found` })
    }
    if (!this.#isAuthorized(request)) return NO_KEY
    if (checkOther !== undefined) {
      const complaint = checkOther(body)
      return complaint === null
        ? (this.#refuseAsFamily(body) ?? 'passed')
        : this.#complain(complaint)
    }
    if (request.headers['anthropic-version'] === undefined) {
      return this.#complain('anthropic-version: header is required')
    }
    if (path === COUNT_PATH) {
      const complaint = checkCount(body)
      return complaint === null
        ? ofJson({ input_tokens: tokensIn(body) })
        : this.#complain(complaint)
    }
    const complaint = checkRequest(body, { endsWithAssistant: this.#hasPaused })
    return complaint === null ? (this.#refuseAsFamily(body) ?? 'passed') : this.#complain(complaint)
  }

  #refuseAsFamily(body: unknown): Reply | null {
    const verdict = this.#family?.check(isJson(body) ? body : {}) ?? null
    if (verdict === null) return null
    if (verdict.type === 'changed') return this.#complain(verdict.what)
    this.refused.push(verdict.words)
    return ofJson(verdict.body, verdict.status)
  }

  #complain(complaint: string): Reply {
    this.complaints.push(complaint)
    return refusal(400, { type: 'invalid_request_error', message: complaint })
  }

  #isAuthorized({ headers }: IncomingMessage): boolean {
    return headers['x-api-key'] === this.key || headers.authorization === `Bearer ${this.key}`
  }

  #next(seen: SeenRequest): Reply {
    const reply = this.#script(seen.body, seen) ?? this.#queue.shift()
    if (reply === undefined) return this.#complain(NOT_SCRIPTED)
    // Only after pause_turn may a request end with an assistant message.
    this.#hasPaused ||= reply.steps.some(
      (step) => step.type === 'send' && step.bytes.toString().includes('"pause_turn"'),
    )
    return reply
  }

  async #waitFor<Found>(look: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  #wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const resolve of waiting) resolve()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A loopback URL on which nothing listens. */
export async function refusedUrl(): Promise<string> {
  const server = await startFakeModelServer()
  await server.close()
  return server.url
}
