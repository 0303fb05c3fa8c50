import { asText } from './json-fields.ts'

const MOST_UNITS = 200

/** What a list calls a model, if it is a name that people say and no second id. */
export function namedAs(value: unknown, id = ''): { readonly displayName?: string } {
  const name = asText(value)?.trim() ?? ''
  const isSaid = name !== '' && name.length <= MOST_UNITS && name !== id && /\s/.test(name)
  return isSaid ? { displayName: name } : {}
}
