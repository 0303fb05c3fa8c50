import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { freshFolder, Host } from '../e2e/support/host.ts'
import {
  ANTHROPIC_SPEECH,
  endlessAnswers,
  endlessFloods,
  type EndlessServer,
  startEndlessServer,
} from '../src/main/adapters/model-api/fakes/endless-server.ts'

/**
 * Tried: the built browser host with one conversation, and with five at once, each using an endpoint whose answer never
 * ends. Holds: the host lives, each request ends with an error that names the limit, and one conversation comes to rest
 * after three. The host's peak of resident memory grows by no more than this, which includes what the first request of
 * a host takes.
 */
const MOST_MB = 100

const ATTACKS = [...endlessAnswers(ANTHROPIC_SPEECH), ...endlessFloods(ANTHROPIC_SPEECH)].flatMap(
  ([name, answer, words]) => {
    const rest = new RegExp(`${words.source}.* Tried 3 times\\.`)
    return [
      { name, answer, words: rest, conversations: 1 },
      { name, answer, words, conversations: 5 },
    ]
  },
)

let server: EndlessServer | null = null
let host: Host | null = null
afterEach(async () => {
  await host?.stop()
  await server?.close()
  host = null
  server = null
})

test.runIf(process.platform === 'linux').each(ATTACKS)(
  '$name without end, $conversations at once: the host lives, stays small and says why it ended',
  async ({ answer, words, conversations }) => {
    server = await startEndlessServer(answer)
    host = await Host.start({
      environment: { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: server.url },
    })
    const window = await Window.open(host.address)
    const before = peakKb(host.pid)
    const ids = await Promise.all(Array.from({ length: conversations }, () => window.ask()))
    await Promise.all(ids.map((id) => window.heardOf(id, words)))
    const grownMb = Math.round((peakKb(host.pid) - before) / 1024)
    if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(`+${grownMb} MB`)
    expect(grownMb).toBeLessThan(MOST_MB * conversations)
    window.close()
  },
  180_000,
)

function peakKb(pid: number): number {
  const line = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1])
}

const Heard = z.object({
  type: z.string(),
  id: z.number().optional(),
  conversationId: z.string().optional(),
})

/** A window without a screen. If it reads too slowly it is disconnected, and reconnects as a real one does. */
class Window {
  #socket: WebSocket | null = null
  readonly #address: URL
  readonly #token: string
  #isClosed = false
  #lastId = 0
  readonly #conversations: string[] = []
  /** Everything received about each conversation, except streams. */
  readonly #heard = new Map<string, string>()
  readonly #answered = new Map<number, (text: string) => void>()
  readonly #looks = new Set<() => void>()
  #broken: Error | null = null

  private constructor(address: URL, token: string) {
    this.#address = address
    this.#token = token
  }

  static async open(address: string): Promise<Window> {
    const url = new URL(address)
    const { hash, origin } = url
    const answer = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ code: hash.replace('#code=', '') }),
    })
    const { token } = z.object({ token: z.string() }).parse(await answer.json())
    const window = new Window(url, token)
    await window.#connect()
    return window
  }

  /** Starts a conversation that sends a request. */
  async ask(): Promise<string> {
    const conversationId = randomUUID()
    await this.#request('conversation.create', { conversationId, folder: freshFolder('attacked') })
    await this.#look(conversationId)
    this.#conversations.push(conversationId)
    const messageId = randomUUID()
    const said = { messageId, text: 'Go', attachments: [], mode: 'policy' }
    await this.#request('message.send', { conversationId, ...said })
    return conversationId
  }

  /** Resolves when these words have been received about it. */
  async heardOf(conversationId: string, words: RegExp): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (this.#broken !== null) reject(this.#broken)
        if (words.test(this.#heard.get(conversationId) ?? '')) resolve()
      }
      this.#looks.add(look)
      look()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.close()
  }

  async #connect(): Promise<void> {
    const { host, origin } = this.#address
    const protocols = ['phoenix', `token.${this.#token}`]
    const socket = new WebSocket(`ws://${host}/socket`, protocols, { origin })
    socket.on('message', (data) => this.#hear(Buffer.isBuffer(data) ? data.toString() : ''))
    await once(socket, 'open')
    this.#socket = socket
    socket.once('close', () => void this.#comeBack())
  }

  async #comeBack(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#connect()
      await Promise.all(this.#conversations.map((id) => this.#look(id)))
    } catch (error) {
      this.#broken = new Error('the host is gone', { cause: error })
      this.#lookAll()
    }
  }

  /** Its snapshot counts as received. */
  async #look(conversationId: string): Promise<void> {
    this.#note(conversationId, await this.#request('conversation.open', { conversationId }))
  }

  #hear(text: string): void {
    const { conversationId, id, type } = Heard.parse(JSON.parse(text))
    if (id !== undefined) this.#answered.get(id)?.(text)
    if (type !== 'conversation.stepped' || conversationId === undefined) return
    this.#note(conversationId, text)
  }

  #note(conversationId: string, text: string): void {
    this.#heard.set(conversationId, (this.#heard.get(conversationId) ?? '') + text)
    this.#lookAll()
  }

  #lookAll(): void {
    for (const look of this.#looks) look()
  }

  async #request(command: string, input: unknown): Promise<string> {
    const id = ++this.#lastId
    const answered = new Promise<string>((resolve) => this.#answered.set(id, resolve))
    this.#socket?.send(JSON.stringify({ type: 'request', id, command, input }))
    return answered
  }
}
