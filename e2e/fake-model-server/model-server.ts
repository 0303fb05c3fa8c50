import type { IncomingMessage } from 'node:http'
import type { Json } from './json.ts'
import type { Reply } from './reply.ts'

export interface SeenRequest {
  /** Arrival of its last byte, in ms since 1970. */
  readonly at: number
  readonly headers: Readonly<IncomingMessage['headers']>
  /** The parsed body; beyond `remember`, the oldest ones are forgotten. */
  body: Json
  /** The client's port: the same for all requests on one connection. */
  readonly port: number
  /** End of its connection or answer, in ms since 1970; null while it is open. */
  closedAt: number | null
}

/** The script's reply to a request; null: the next one in the queue. */
export type Respond = (body: Json, request: SeenRequest) => Reply | null

export interface FakeModelServer {
  /** The base URL, without /v1. */
  readonly url: string
  readonly key: string
  readonly requests: readonly SeenRequest[]
  /** Refusals of the strict check: empty at the end of every good test. */
  readonly complaints: readonly string[]
  /** Refusals of its family, in that server's words. */
  readonly refused: readonly string[]
  /** Replies for the next requests, in order. */
  enqueue(...replies: readonly Reply[]): void
  /** The models that it lists. */
  models: readonly Json[]
  /** Its details of each model as an Ollama server; null: it is none. */
  shown: Readonly<Record<string, Json>> | null
  /** Called for each request, before the queue. */
  respond(script: Respond): void
  /** Resolves with the request of that number, from 1, once it has arrived. */
  waitForRequest(number: number): Promise<SeenRequest>
  /** Returns the number of open client connections. */
  connections(): Promise<number>
  /** Resolves once that request's answer or connection has ended. */
  waitForClose(number: number): Promise<SeenRequest>
  /**
   * Resets the server for the next test. Waits until no request is open. Rejects if the strict check refused a request,
   * or an answer was never requested.
   */
  reset(): Promise<void>
  /** Ends all connections. Rejects if the strict check refused a request. */
  close(): Promise<void>
}
