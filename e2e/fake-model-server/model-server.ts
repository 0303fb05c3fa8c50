import type { IncomingMessage } from 'node:http'
import type { Json } from './json.ts'
import type { Reply } from './reply.ts'

export interface SeenRequest {
  /** ms since 1970, when its last byte came. */
  readonly at: number
  readonly headers: Readonly<IncomingMessage['headers']>
  /** The parsed body; the oldest are forgotten beyond `remember`. */
  body: Json
  /** The port at its other end: the same for requests on one connection. */
  readonly port: number
  /** ms since 1970, when its connection or its answer was over; null while it goes on. */
  closedAt: number | null
}

/** What the dynamic script says to a request; null: the next of the queue. */
export type Respond = (body: Json, request: SeenRequest) => Reply | null

export interface FakeModelServer {
  /** The base URL, without /v1. */
  readonly url: string
  readonly key: string
  readonly requests: readonly SeenRequest[]
  /** What the strict check refused: empty at the end of every good test. */
  readonly complaints: readonly string[]
  /** What its family refused, in its words. */
  readonly refused: readonly string[]
  /** Answers for the requests to come, in their order. */
  enqueue(...replies: readonly Reply[]): void
  /** What it names when it is asked for its models. */
  models: readonly Json[]
  /** What it says of each model when it is asked as an Ollama; null: it is none. */
  shown: Readonly<Record<string, Json>> | null
  /** Asked before the queue, for each request. */
  respond(script: Respond): void
  /** The request of that number, from 1, once it is here. */
  waitForRequest(number: number): Promise<SeenRequest>
  /** Of clients, at this moment. */
  connections(): Promise<number>
  /** Once that request's answer or connection is over. */
  waitForClose(number: number): Promise<SeenRequest>
  /**
   * Begins again, for the next test. Waits until no request is open. Rejects where a request was refused by the strict
   * check, or an answer was never asked for.
   */
  reset(): Promise<void>
  /** Ends all connections. Rejects where a request was refused by the strict check. */
  close(): Promise<void>
}
