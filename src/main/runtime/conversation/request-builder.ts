import type { BlobHash } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { RequestFrame } from '../../core/request/request-frame.ts'
import { Projection } from '../../core/request/build-request.ts'
import type { ModelRequest } from '../../core/request/model-request.ts'
import { RequestCheck } from '../../core/request/validate-request.ts'

export interface BuiltRequest {
  readonly request: ModelRequest
  readonly complaints: readonly string[]
  /** Images omitted from this request on because it has no room for them. */
  readonly noRoomFor: readonly BlobHash[]
}

/** Builds and validates one conversation's requests. Caches what it has built, so a round costs only what is new. */
export class RequestBuilder {
  #projection: Projection | null = null
  readonly #check = new RequestCheck()

  build(history: readonly Message[], frame: RequestFrame): BuiltRequest {
    const { system, tools } = frame
    if (this.#projection?.isFor(frame) !== true) this.#projection = new Projection(frame)
    const request: ModelRequest = { system, tools, messages: this.#projection.of(history) }
    const complaints = this.#check.complaints(request, { endsWithAgent: endsPaused(history) })
    return { request, complaints, noRoomFor: this.#projection.takeNoRoomFor() }
  }
}

/** True for the only history that may be sent with the agent's text last. */
function endsPaused(history: readonly Message[]): boolean {
  const last = history.findLast(
    ({ content }) => content.type === 'user' || content.type === 'agent',
  )
  return last?.content.type === 'agent' && last.content.end === 'pauseTurn'
}
