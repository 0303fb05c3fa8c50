import type { AskDeps } from './ask-endpoint.ts'
import type { Endpoint } from './endpoint.ts'

/** A part of a request that can be expressed differently, or omitted. */
export interface Dispensable<Params> {
  readonly name: string
  /** True if `send` rejected because of this part. */
  isRefusedBy(error: unknown): boolean
  /** The request without the part; null if it does not contain it. */
  without(params: Params): Params | null
}

/**
 * Sends a request. If a server refuses a dispensable part, the request is sent again at once without it; if that works,
 * later requests to this model at this address omit it from the start. The model's name does not always reveal what a server
 * accepts. Rejects with the last refusal.
 */
export async function withoutRefused<Params extends { readonly model?: unknown }>(
  { refusedParts }: Pick<AskDeps, 'refusedParts'>,
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  params: Params,
  dispensable: readonly Dispensable<Params>[],
  send: (params: Params) => Promise<Response>,
): Promise<Response> {
  const keyOf = (name: string): string => `${baseUrl} ${String(params.model)} without ${name}`
  const left = new Set(dispensable.filter(({ name }) => refusedParts.has(keyOf(name))))
  let fitting = params
  for (const each of left) fitting = each.without(fitting) ?? fitting
  for (;;) {
    try {
      const response = await send(fitting)
      for (const { name } of left) refusedParts.add(keyOf(name))
      return response
    } catch (error) {
      const refused = dispensable.find((each) => !left.has(each) && each.isRefusedBy(error))
      const next = refused?.without(fitting) ?? null
      if (refused === undefined || next === null) throw error
      left.add(refused)
      fitting = next
    }
  }
}
