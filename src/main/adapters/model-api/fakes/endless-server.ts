import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'
import { chunk as chatChunk } from '../../../../../e2e/fake-model-server/chat-replies.ts'

/** An answer that never ends by itself. */
export interface EndlessAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent once. */
  readonly first: string
  /** Sent until the other side disconnects. */
  readonly again: string
}

export interface EndlessServer {
  readonly url: string
  /** The number of requests so far. */
  readonly requests: number
  /**
   * Resolves when the other side closes the next answer's connection, with the number of bytes it had taken, uncompressed.
   */
  bytesTaken(): Promise<number>
  answer: EndlessAnswer
  close(): Promise<void>
}

const MB = 1024 * 1024
const PIECE_BYTES = 64 * 1024

/** Answers every request in the same way, as fast as the socket takes it; compressed with `content-encoding: gzip`. */
export async function startEndlessServer(answer: EndlessAnswer): Promise<EndlessServer> {
  const counts: number[] = []
  const waiting: ((bytes: number) => void)[] = []
  const state = { answer, requests: 0 }
  const count = (bytes: number): void => {
    const waiter = waiting.shift()
    if (waiter === undefined) counts.push(bytes)
    else waiter(bytes)
  }
  const server = createServer({ keepAlive: false }, (request, response) => {
    request.resume()
    state.requests += 1
    void send(response, state.answer).then(count)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return state.requests
    },
    get answer() {
      return state.answer
    },
    set answer(next) {
      state.answer = next
    },
    bytesTaken: () => {
      const bytes = counts.shift()
      return bytes === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(bytes)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends until the other side disconnects; returns how many bytes it sent. */
async function send(response: ServerResponse, answer: EndlessAnswer): Promise<number> {
  response.on('error', () => undefined)
  const closed = new Promise<'gone'>((resolve) => response.once('close', () => resolve('gone')))
  response.writeHead(answer.status, answer.headers)
  const isPacked = answer.headers['content-encoding'] === 'gzip'
  const out = isPacked ? createGzip() : response
  if (out !== response) out.pipe(response)
  out.on('error', () => undefined)
  const piece = Buffer.from(answer.again.repeat(Math.ceil(PIECE_BYTES / answer.again.length)))
  let bytes = answer.first.length
  out.write(answer.first)
  while (!response.destroyed) {
    bytes += piece.length
    if (out.write(piece)) continue
    const drained = new Promise<'drained'>((resolve) => out.once('drain', () => resolve('drained')))
    if ((await Promise.race([drained, closed])) === 'gone') break
  }
  out.destroy()
  return bytes
}

const STREAM = { 'content-type': 'text/event-stream' }
const JSON_BODY = { 'content-type': 'application/json' }

/** How an API encodes the pieces of an answer. */
export interface EndlessSpeech {
  readonly start: string
  text(words: string): string
  thinking(words: string): string
  input(words: string): string
  /** Content that is stored only for the provider. */
  sealed(words: string): string
  /** An empty block or call. */
  block(index: number): string
}

function anthropicEvent(data: Readonly<Record<string, unknown>> & { type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

function anthropicDelta(index: number, delta: Readonly<Record<string, unknown>>): string {
  return anthropicEvent({ type: 'content_block_delta', index, delta })
}

const startOf = (index: number, content_block: Readonly<Record<string, unknown>>): string =>
  anthropicEvent({ type: 'content_block_start', index, content_block })

export const ANTHROPIC_SPEECH: EndlessSpeech = {
  start: [
    anthropicEvent({ type: 'message_start', message: { id: 'm', usage: {} } }),
    startOf(0, { type: 'text', text: '' }),
    startOf(1, { type: 'thinking', thinking: '', signature: '' }),
    startOf(2, { type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} }),
  ].join(''),
  text: (text) => anthropicDelta(0, { type: 'text_delta', text }),
  thinking: (thinking) => anthropicDelta(1, { type: 'thinking_delta', thinking }),
  input: (partial_json) => anthropicDelta(2, { type: 'input_json_delta', partial_json }),
  sealed: (data) => startOf(3, { type: 'redacted_thinking', data }),
  block: (index) => startOf(index, { type: 'text', text: '' }),
}

const chunkOf = (delta: Record<string, unknown>): string =>
  `data: ${JSON.stringify(chatChunk(delta))}\n\n`
const called = (call: Record<string, unknown>): string => chunkOf({ tool_calls: [call] })

export const CHAT_SPEECH: EndlessSpeech = {
  start: called({ index: 0, id: 'call_1', function: { name: 'bash', arguments: '' } }),
  text: (content) => chunkOf({ content }),
  thinking: (reasoning_content) => chunkOf({ reasoning_content }),
  input: (words) => called({ index: 0, function: { arguments: words } }),
  sealed: (data) => chunkOf({ reasoning_details: [{ type: 'reasoning.encrypted', data }] }),
  // The id makes it another call each time.
  block: (index) => called({ id: `call_${index}`, function: { name: 'b' } }),
}

const chunksOf = (...parts: readonly Record<string, unknown>[]): string =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts } }] })}\n\n`

/** In this API calls arrive complete, so each is another one. */
export const GEMINI_SPEECH: EndlessSpeech = {
  start: chunksOf({ text: ' ' }),
  text: (text) => chunksOf({ text }),
  thinking: (text) => chunksOf({ text, thought: true }),
  input: (command) => chunksOf({ functionCall: { name: 'bash', args: { command } } }),
  sealed: (words) => chunksOf({ text: '', thoughtSignature: words }),
  block: (index) => chunksOf({ functionCall: { id: `call_${index}`, name: 'b' } }),
}

const WORDS = 'All work and no play makes Jack a dull boy. '.repeat(20)

type Endless = readonly [
  name: string,
  answer: EndlessAnswer,
  words: RegExp,
  /** The most that the server can have written by then, including what waits unread in buffers. */
  mostBytes: number,
]

const EVENT = /A single piece of the answer was longer than 8 MB, so the answer was stopped\./
const REPLY = /The answer was longer than 16 MB and was stopped\./

function streamOf({ start }: EndlessSpeech, again: string, headers = {}): EndlessAnswer {
  return { status: 200, headers: { ...STREAM, ...headers }, first: start, again }
}

function errorOf(status: number, again: string, headers = {}): EndlessAnswer {
  const first = '{"error":{"type":"api_error","message":"'
  return { status, headers: { ...JSON_BODY, ...headers }, first, again }
}

/** Floods that take seconds to reach their limit, since little of what they send is kept. */
export function endlessFloods(speech: EndlessSpeech): readonly Endless[] {
  const whole = /sent more than 128 MB for one answer, so it was stopped\./
  const long = 'x'.repeat(4000)
  return [
    ['text in single characters', streamOf(speech, speech.text('a')), REPLY, 160 * MB],
    ['comments', streamOf(speech, `: ${long}\n\n`), EVENT, 32 * MB],
    ['empty events', streamOf(speech, `event: ${long}\ndata\n\n`), whole, 160 * MB],
  ]
}

/** The ways in which an answer can be endless, and the sentence for each. */
export function endlessAnswers(speech: EndlessSpeech): readonly Endless[] {
  const stream = (again: string, headers = {}): EndlessAnswer => streamOf(speech, again, headers)
  const packed = { 'content-encoding': 'gzip' }
  const fault =
    /reported an internal error\. Its description was longer than 64 KB and was cut off\./
  const blocks = Array.from({ length: 2000 }, (_, index) => speech.block(index + 3)).join('')
  return [
    ['text', stream(speech.text(WORDS)), REPLY, 48 * MB],
    ['thinking', stream(speech.thinking(WORDS)), REPLY, 48 * MB],
    ['the input of a call', stream(speech.input(WORDS)), REPLY, 48 * MB],
    ['what is kept for the provider', stream(speech.sealed(WORDS)), REPLY, 48 * MB],
    ['blocks', stream(blocks), REPLY, 48 * MB],
    ['text, compressed', stream(speech.text(WORDS), packed), REPLY, 160 * MB],
    ['one line', { ...stream('x'), first: 'data: ' }, EVENT, 32 * MB],
    ['lines of one event', stream('data: x\n'), EVENT, 32 * MB],
    ['a comment without an empty line', stream(': still here\n'), EVENT, 32 * MB],
    ['one line, compressed', { ...stream('x', packed), first: 'data: ' }, EVENT, 160 * MB],
    ['the body of a 500', errorOf(500, 'x'), fault, 24 * MB],
    ['the body of a 500, compressed', errorOf(500, 'x', packed), fault, 48 * MB],
    ['the body of a 503 in lines', errorOf(503, 'x\n'), fault, 24 * MB],
  ]
}
