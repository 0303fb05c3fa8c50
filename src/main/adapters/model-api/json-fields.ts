export type JsonObject = Record<string, unknown>

/** Narrow views of foreign JSON for the hot path: no schema, no copy, null if the type differs. */
export function asObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A count must be finite and not negative. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/** SQLite reads JSON of at most 1000 levels, and stacks are limited: deeper JSON could be stored but not read back. */
const MOST_LEVELS = 200

/** Looks no deeper than necessary. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}
