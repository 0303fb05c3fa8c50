import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from './json.ts'
import type { Reply } from './reply.ts'

/** A request as received. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** Its body as text, for checking signatures. */
  readonly text: string
  /** Null if it is not a JSON object. */
  readonly body: Json | null
}

/** The server's response to a request before any scripted reply. */
export type Judgement =
  | { readonly type: 'passed' }
  | { readonly type: 'answered'; readonly reply: Reply }
  /** The real server would refuse it. */
  | { readonly type: 'wrong'; readonly words: string; readonly reply: Reply }

/** An API with its own URLs, keys and refusals. */
export interface Dialect {
  /** True if the path belongs to this API. */
  owns(path: string): boolean
  judge(
    request: ReceivedRequest,
    server: { readonly key: string; readonly models: readonly Json[] },
  ): Judgement
}
