import type { World } from './ask-endpoint.ts'
import type { Endpoint } from './endpoint.ts'

/** Something of a request that can be said otherwise, or left out. */
export interface Dispensable<Params> {
  readonly name: string
  /** Whether what `send` rejected with is a refusal of it. */
  isRefusedBy(error: unknown): boolean
  /** The request without it. Null: it holds none of it. */
  without(params: Params): Params | null
}

/**
 * Sends a request. What of it is dispensable and a server refuses is left out, and the request sent again at once; where that is
 * taken, later requests to this model at this address go without it from the start. A name does not always tell what a server
 * takes. Rejects with the last refusal.
 */
export async function withoutRefused<Params extends { readonly model?: unknown }>(
  { otherwise }: Pick<World, 'otherwise'>,
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  params: Params,
  dispensable: readonly Dispensable<Params>[],
  send: (params: Params) => Promise<Response>,
): Promise<Response> {
  const keyOf = (name: string): string => `${baseUrl} ${String(params.model)} without ${name}`
  const left = new Set(dispensable.filter(({ name }) => otherwise.has(keyOf(name))))
  let fitting = params
  for (const each of left) fitting = each.without(fitting) ?? fitting
  for (;;) {
    try {
      const response = await send(fitting)
      for (const { name } of left) otherwise.add(keyOf(name))
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
