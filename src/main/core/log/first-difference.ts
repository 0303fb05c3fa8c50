/** The first difference between two JSON values. `undefined`: the value is missing on that side. */
export interface Unequal {
  readonly path: string
  readonly stored: unknown
  readonly derived: unknown
}

/** Returns the first difference, or null if the values are equal. The order of keys does not matter. */
export function firstDifference(stored: unknown, derived: unknown, path = ''): Unequal | null {
  if (Object.is(stored, derived)) return null
  if (!isCollection(stored) || !isCollection(derived)) return { path, stored, derived }
  if (Array.isArray(stored) !== Array.isArray(derived)) return { path, stored, derived }
  const keys = new Set([...Object.keys(stored), ...Object.keys(derived)])
  for (const key of keys) {
    const inner = path === '' ? key : `${path}.${key}`
    const found = firstDifference(own(stored, key), own(derived, key), inner)
    if (found !== null) return found
  }
  return null
}

/** Ignores inherited properties: a model can name a field `__proto__` or `constructor`. */
function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Returns the value as it would come back from disk. */
export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function isCollection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
