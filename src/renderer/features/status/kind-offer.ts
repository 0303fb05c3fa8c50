import type { EndpointKind, EndpointView } from '../../../shared/models/endpoint.ts'
import { readModelName } from '../../../shared/models/model-name.ts'

/** This model's endpoint with the kind that its server wants. Null: it wants no change, or already has it, or is gone. */
export function endpointAs(
  wanted: EndpointKind | null,
  model: string,
  endpoints: readonly EndpointView[],
): EndpointView | null {
  const { endpoint } = readModelName(model)
  const found = endpoints.find(({ id }) => id === endpoint)
  if (wanted === null || found === undefined || found.kind === wanted) return null
  return { ...found, kind: wanted }
}
