import type { Json } from '../../../../../e2e/fake-model-server/json.ts'
import type { Part } from '../../../../../e2e/fake-model-server/parts.ts'
import type { Framing, Reply } from '../../../../../e2e/fake-model-server/reply.ts'
import type { EndpointKind } from '../../../../shared/models/endpoint.ts'
import type { ErrorKind, ReplyEnd } from '../../../../shared/messages/message.ts'
import type { ModelApi } from '../model-api.ts'

/** How a fake server speaks one API. */
export interface Speaker {
  readonly kind: EndpointKind
  readonly api: ModelApi
  /** A healthy answer. */
  say(parts: readonly Part[], framing?: Framing): Reply
  /** The answer of these parts that ends for this reason. */
  endedBy(end: ReplyEnd, parts: readonly Part[]): Reply
  /** The API tells a call only when all of it is there. */
  readonly callsComeWhole?: boolean
  /** An empty answer that gives no reason. */
  readonly nothing: Reply
  /** The bytes of an event that says nothing, here and there in the answer. */
  withOddEvents(parts: readonly Part[]): Reply
  /** The first event of the answer twice. */
  withSecondStart(parts: readonly Part[]): Reply
  /** An error in the place of all but its first steps. */
  errorAfter(parts: readonly Part[], steps: number): { reply: Reply; kind: ErrorKind }
  /** Nothing but signs of life after the first steps. */
  pingAfter(parts: readonly Part[], steps: number): Reply
  /** How hard a request says that is to be thought; undefined: it says nothing. */
  effortIn(body: Json): unknown
  /** Refusals, and what each is to be taken for; `contextFull` where it says that the request is too long. */
  readonly refusals: readonly (readonly [name: string, reply: Reply, kind: string])[]
}
