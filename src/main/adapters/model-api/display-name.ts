import { asText } from './json-fields.ts'

const MOST_UNITS = 200

/** The display name that a list gives a model, unless it is just another id. */
export function displayNameOf(value: unknown, id = ''): { readonly displayName?: string } {
  const name = asText(value)?.trim() ?? ''
  const isName = name !== '' && name.length <= MOST_UNITS && name !== id && /\s/.test(name)
  return isName ? { displayName: name } : {}
}
