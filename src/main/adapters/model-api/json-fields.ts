export type JsonObject = Record<string, unknown>

/** Narrow views of foreign JSON for the hot path: no schema, no copy, null where it is something else. */
export function asObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A count: finite and not negative. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/** SQLite reads JSON of at most 1000 levels, and a stack ends somewhere: what is deeper could be kept but not read again. */
const MOST_LEVELS = 200

/** Looks no deeper than it has to. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}
