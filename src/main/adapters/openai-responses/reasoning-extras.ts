import { APIError } from 'openai'
import type { ResponseCreateParamsStreaming as Params } from 'openai/resources/responses/responses'
import type { World } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { toldIn } from '../openai-compatible/told.ts'

/** What is asked for beside the answer, and can be done without. */
type Extra = 'summary' | 'encrypted'

/**
 * A summary of the thinking is shown only to verified organisations, and encrypted thinking is given only by models that
 * think. A name does not always tell, so what a server refuses is left out, and from then on for this model.
 */
export async function withoutRefusedExtras(
  { otherwise }: Pick<World, 'otherwise'>,
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  params: Params,
  send: (params: Params) => Promise<Response>,
): Promise<Response> {
  const keyOf = (extra: Extra): string => `${baseUrl} ${String(params.model)} without ${extra}`
  const refused = new Set<Extra>(EXTRAS.filter((extra) => otherwise.has(keyOf(extra))))
  for (;;) {
    try {
      const response = await send(without(params, refused))
      for (const extra of refused) otherwise.add(keyOf(extra))
      return response
    } catch (error) {
      const extra = refusedBy(error)
      if (extra === null || refused.has(extra) || !asksFor(params, extra)) throw error
      refused.add(extra)
    }
  }
}

const EXTRAS: readonly Extra[] = ['summary', 'encrypted']

/** "Your organization must be verified to generate reasoning summaries", "Encrypted content is not supported with this model". */
function refusedBy(error: unknown): Extra | null {
  if (!(error instanceof APIError)) return null
  const { message, param } = toldIn(error.error)
  const words = `${param ?? ''} ${message ?? ''}`
  if (/\breasoning[._ ]summar/i.test(words)) return 'summary'
  return /\bencrypted[_ ]content\b/i.test(words) && /\bnot supported\b|\bunsupported\b/i.test(words)
    ? 'encrypted'
    : null
}

function asksFor({ include, reasoning }: Params, extra: Extra): boolean {
  return extra === 'summary' ? reasoning?.summary !== undefined : include !== undefined
}

function without(params: Params, refused: ReadonlySet<Extra>): Params {
  const { include, reasoning, ...rest } = params
  const { summary, ...how } = reasoning ?? {}
  const kept = refused.has('summary') || summary === undefined ? how : { ...how, summary }
  return {
    ...rest,
    ...(include === undefined || refused.has('encrypted') ? {} : { include }),
    ...(Object.keys(kept).length === 0 ? {} : { reasoning: kept }),
  }
}
