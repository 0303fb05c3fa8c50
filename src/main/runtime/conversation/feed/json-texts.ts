/** A piece of a text. `isNew`: its first piece; `isWhole`: its last. */
export interface TextPiece {
  readonly field: string
  readonly text: string
  readonly isNew: boolean
  readonly isWhole: boolean
}

type Between = 'start' | 'key' | 'colon' | 'value' | 'scalar' | 'next'
type Place =
  | { readonly at: Between }
  | { readonly at: 'name' | 'text' | 'end' }
  /** Inside a list or an object, at this depth. `isText`: inside a string in it. */
  | { readonly at: 'nested'; depth: number; isText: boolean; isEscaped: boolean }

const MAX_NAME = 100
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * Reads the strings in the fields of a JSON object while it is written, in arbitrary pieces. Each code unit is read
 * once, and only the name of the field is kept. Invalid JSON is not an error: it yields no text, or an odd one.
 */
export class JsonTexts {
  readonly #onPiece: (piece: TextPiece) => void
  #place: Place = { at: 'start' }
  #field = ''
  #isNew = true
  /** An incomplete escape, without its backslash. Null if none is open. */
  #escape: string | null = null
  /** The first half of a surrogate pair. */
  #half = ''

  constructor(onPiece: (piece: TextPiece) => void) {
    this.#onPiece = onPiece
  }

  push(json: string): void {
    let at = 0
    while (at < json.length && this.#place.at !== 'end') at = this.#read(json, at)
  }

  /** Returns where to continue. */
  #read(json: string, at: number): number {
    const place = this.#place
    if (place.at === 'name' || place.at === 'text') return this.#readText(json, at)
    const unit = json.charAt(at)
    if (place.at === 'nested') this.#readNested(place, unit)
    else if (place.at !== 'end' && !' \n\r\t'.includes(unit)) this.#readBetween(place.at, unit)
    return at + 1
  }

  #readBetween(at: Between, unit: string): void {
    if (at !== 'start' && unit === '}') this.#place = { at: 'end' }
    else if (at === 'start') this.#place = { at: unit === '{' ? 'key' : 'end' }
    else if (at === 'key' && unit === '"') this.#beginText('name')
    else if (at === 'colon' && unit === ':') this.#place = { at: 'value' }
    else if (at === 'value') this.#readValue(unit)
    else if (unit === ',') this.#place = { at: 'key' }
  }

  #readValue(unit: string): void {
    if (unit === '"') this.#beginText('text')
    else if (unit === '{' || unit === '[')
      this.#place = { at: 'nested', depth: 1, isText: false, isEscaped: false }
    else this.#place = { at: 'scalar' }
  }

  #readNested(place: Extract<Place, { at: 'nested' }>, unit: string): void {
    if (place.isEscaped) place.isEscaped = false
    else if (place.isText) {
      place.isEscaped = unit === '\\'
      place.isText = unit !== '"'
    } else if (unit === '"') place.isText = true
    else if (unit === '{' || unit === '[') place.depth += 1
    else if (unit === '}' || unit === ']') {
      place.depth -= 1
      if (place.depth === 0) this.#place = { at: 'next' }
    }
  }

  #beginText(at: 'name' | 'text'): void {
    this.#place = { at }
    this.#isNew = true
    if (at === 'name') this.#field = ''
  }

  #readText(json: string, from: number): number {
    if (this.#escape !== null) return this.#readEscape(json, from)
    const end = endOfRun(json, from)
    const stop = json.charAt(end)
    this.#say(json.slice(from, end), stop === '"')
    if (stop === '\\') this.#escape = ''
    return end + 1
  }

  #readEscape(json: string, at: number): number {
    const sofar = `${this.#escape ?? ''}${json.charAt(at)}`
    if (sofar.startsWith('u') && sofar.length < 5) {
      this.#escape = sofar
      return at + 1
    }
    this.#escape = null
    const code = Number.parseInt(sofar.slice(1), 16)
    if (sofar.length === 1) this.#say(ESCAPES[sofar] ?? sofar, false)
    else this.#say(Number.isNaN(code) ? '\uFFFD' : String.fromCharCode(code), false)
    return at + 1
  }

  #say(run: string, isWhole: boolean): void {
    const all = this.#half + run
    this.#half = !isWhole && /[\uD800-\uDBFF]$/.test(all) ? all.slice(-1) : ''
    const text = all.slice(0, all.length - this.#half.length).toWellFormed()
    if (this.#place.at === 'name') {
      this.#field = (this.#field + text).slice(0, MAX_NAME)
      if (isWhole) this.#place = { at: 'colon' }
      return
    }
    if (isWhole) this.#place = { at: 'next' }
    if (text === '' && !isWhole) return
    this.#onPiece({ field: this.#field, text, isNew: this.#isNew, isWhole })
    this.#isNew = false
  }
}

/** Returns the place of the next quote or backslash, or the end. */
function endOfRun(json: string, from: number): number {
  for (let at = from; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === 0x22 || code === 0x5c) return at
  }
  return json.length
}
