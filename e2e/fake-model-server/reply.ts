/** One action of the server for an answer, in order. */
export type Step =
  | { readonly type: 'send'; readonly bytes: string | Uint8Array }
  /** The same text delta this many times, as fast as the socket takes them. */
  | { readonly type: 'flood'; readonly event: string; readonly count: number }
  /** This many bytes at a time, with a pause after each. */
  | {
      readonly type: 'drip'
      readonly bytes: string
      readonly size: number
      readonly everyMs: number
    }
  | { readonly type: 'wait'; readonly ms: number }
  /** Nothing more until the test releases it, or the client hangs up. */
  | { readonly type: 'hold'; readonly until: Promise<void> }
  /** Pings until the client hangs up. */
  | { readonly type: 'pingForEver'; readonly everyMs: number }
  /** Nothing more, with the connection open, until the client hangs up. */
  | { readonly type: 'stall' }
  /** The socket is destroyed. */
  | { readonly type: 'cut' }

/** An answer as data. `head` null: not even the status is sent; `headAfterMs`: delay of the head. */
export interface Reply {
  readonly headAfterMs?: number
  readonly head: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
  } | null
  readonly steps: readonly Step[]
}

/** An event of a stream: its name, if any, and its JSON, or a literal text if it is meant to be invalid. */
export interface StreamEvent {
  readonly name: string | null
  readonly data: Readonly<Record<string, unknown>> | string
}

export function streamEvent(
  data: Readonly<Record<string, unknown>> & { type: string },
): StreamEvent {
  return { name: data.type, data }
}

/** `manyLines` splits the JSON over several data lines, as the format of such streams allows. */
export type Framing = 'lf' | 'crlf' | 'cr' | 'manyLines'

export function frameEvent({ name, data }: StreamEvent, framing: Framing = 'lf'): string {
  const end = framing === 'crlf' ? '\r\n' : framing === 'cr' ? '\r' : '\n'
  const isSpread = framing === 'manyLines' && typeof data !== 'string'
  const text =
    typeof data === 'string' ? data : JSON.stringify(data, null, isSpread ? 1 : undefined)
  const head = name === null ? [] : [`event: ${name}`]
  const lines = [...head, ...text.split('\n').map((line) => `data: ${line}`)]
  return `${lines.join(end)}${end}${end}`
}

export const PING: StreamEvent = streamEvent({ type: 'ping' })
