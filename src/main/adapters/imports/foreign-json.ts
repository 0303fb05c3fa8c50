import type { ReplyEnd } from '../../../shared/messages/message.ts'

/** JSON of another program, of unknown structure. */
export type Json = Readonly<Record<string, unknown>>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null if it is not a JSON object. */
export function parseJson(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : null
  } catch {
    return null
  }
}

/** Empty if there is no such text. */
export function textIn(json: Json, name: string): string {
  const value = json[name]
  return typeof value === 'string' ? value : ''
}

/** How a reply ended, by its program's word for it; null if it is not recorded. */
export function endIn(
  json: Json,
  name: string,
  ends: Readonly<Record<string, ReplyEnd>>,
): ReplyEnd | null {
  const word = textIn(json, name)
  if (word === '') return null
  return (Object.hasOwn(ends, word) ? ends[word] : undefined) ?? 'unknown'
}

/** Empty if there is no such object. */
export function jsonIn(json: Json, name: string): Json {
  const value = json[name]
  return isJson(value) ? value : {}
}

/** The objects of a list; a text counts as a list with one text block, as in the APIs of models. */
export function blocksIn(json: Json, name: string): readonly Json[] {
  const value = json[name]
  if (typeof value === 'string') return [{ type: 'text', text: value }]
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** The last moment that a date can be, in ms since 1970. */
const LAST = 8_640_000_000_000_000

/** The field as `timeOf` reads it. */
export function timeIn(json: Json, name: string): number | null {
  return timeOf(json[name])
}

/** Whole ms since 1970, from a number or an ISO time; null if it is neither, or no date. */
export function timeOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : value
  return typeof at === 'number' && at >= 0 && at <= LAST ? Math.floor(at) : null
}

/** The objects of a file of JSON lines. `broken`: how many lines are invalid. */
export function jsonLines(text: string): {
  readonly lines: readonly Json[]
  readonly broken: number
} {
  const lines: Json[] = []
  let broken = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const json = parseJson(line)
    if (json === null) broken++
    else lines.push(json)
  }
  return { lines, broken }
}
