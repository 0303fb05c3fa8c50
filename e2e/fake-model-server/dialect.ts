import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from './json.ts'
import type { Reply } from './reply.ts'

/** A request as it came. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** Its body as text, for those who check a signature of it. */
  readonly text: string
  /** Null: it is no JSON object. */
  readonly body: Json | null
}

/** What a server of this language does with a request before anything that was scripted. */
export type Judged =
  | { readonly type: 'passed' }
  | { readonly type: 'answered'; readonly reply: Reply }
  /** The real one would refuse it. */
  | { readonly type: 'wrong'; readonly words: string; readonly reply: Reply }

/** A language with addresses, keys and refusals of its own. */
export interface Dialect {
  /** Whether this is an address of it. */
  owns(path: string): boolean
  judge(
    came: ReceivedRequest,
    server: { readonly key: string; readonly models: readonly Json[] },
  ): Judged
}
