import type { Json } from '../../../../../e2e/fake-model-server/json.ts'
import type { Part } from '../../../../../e2e/fake-model-server/parts.ts'
import type { Framing, Reply } from '../../../../../e2e/fake-model-server/reply.ts'
import type { EndpointKind } from '../../../../shared/models/endpoint.ts'
import type { ErrorKind, ReplyEnd } from '../../../../shared/messages/message.ts'
import type { ModelApi } from '../model-api.ts'

/** How a fake server speaks one API. */
export interface ServerProtocol {
  readonly kind: EndpointKind
  readonly api: ModelApi
  /** A healthy answer. */
  say(parts: readonly Part[], framing?: Framing): Reply
  /** An answer of these parts that ends for this reason. */
  endedBy(end: ReplyEnd, parts: readonly Part[]): Reply
  /** True if the API sends a call only once it is complete. */
  readonly callsComeWhole?: boolean
  /** The number of last steps of an answer that add nothing to it. */
  readonly stepsAfterWhole?: number
  /** An empty answer without an end reason. */
  readonly nothing: Reply
  /** The answer with the bytes of meaningless events scattered in it. */
  withOddEvents(parts: readonly Part[]): Reply
  /** The answer with its first event sent twice. */
  withSecondStart(parts: readonly Part[]): Reply
  /** An error after the first steps of an answer. */
  errorAfter(parts: readonly Part[], steps: number): { reply: Reply; kind: ErrorKind }
  /** Only pings after the first steps. */
  pingAfter(parts: readonly Part[], steps: number): Reply
  /** The effort that a request asks for; undefined if it asks for none. */
  effortIn(body: Json): unknown
  /** Refusals, and how each must be classified; `contextFull` if it says that the request is too long. */
  readonly refusals: readonly (readonly [name: string, reply: Reply, kind: string])[]
}
