import {
  LIVE_CALL_LENGTH,
  LIVE_CALL_LINES,
  type LiveCall,
} from '../../../../shared/conversation/conversation.ts'
import { JsonTexts, type TextPiece } from './json-texts.ts'
import { OutputRing } from './output-ring.ts'

/** Further calls of one reply are not shown while they are written. */
const MAX_CALLS = 32
const MAX_PATH = 1024
const MAX_TOOL_NAME = 100

/** The calls of one reply while the model writes them. */
export class GrowingCalls {
  /** By the adapter's number, in the order in which they began. */
  readonly #calls = new Map<number, GrowingCall>()

  /** Adds a piece of the JSON of a call's input; an empty piece starts the call. */
  push(number: number, name: string, json: string): void {
    const known = this.#calls.get(number)
    if (known === undefined && this.#calls.size === MAX_CALLS) return
    const call = known ?? new GrowingCall()
    this.#calls.set(number, call)
    call.push(name, json)
  }

  all(): readonly LiveCall[] {
    return Array.from(this.#calls.values(), (call) => call.shown())
  }

  /** Returns the calls that changed since the last time, with their places among all. */
  changed(): readonly { readonly index: number; readonly call: LiveCall }[] {
    return [...this.#calls.values()].flatMap((call, index) =>
      call.takeChange() ? [{ index, call: call.shown() }] : [],
    )
  }
}

/** The prefixes of a field's lines in the card of a call, as in the complete call (call-texts.ts). */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['command', ''],
  ['patch', ''],
  ['content', '+ '],
  ['contents', '+ '],
  ['file_text', '+ '],
  ['new_string', '+ '],
  ['old_string', '- '],
])
const PATHS: ReadonlySet<string> = new Set(['path', 'file_path', 'filepath', 'filename', 'file'])
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/

class GrowingCall {
  #name = ''
  #path = ''
  /** True when the path is complete. */
  #isNamed = false
  #hasChanged = true
  #breaks = 0
  #isAtLineStart = true
  /** For a patch: the current line. */
  #line = ''
  readonly #end = new OutputRing(LIVE_CALL_LENGTH)
  readonly #texts = new JsonTexts((piece) => this.#add(piece))

  push(name: string, json: string): void {
    if (this.#name === '') this.#name = name.slice(0, MAX_TOOL_NAME).toWellFormed()
    this.#hasChanged = true
    this.#texts.push(json)
  }

  takeChange(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  shown(): LiveCall {
    return {
      name: this.#name,
      path: this.#isNamed ? this.#path : null,
      lines: this.#breaks + (this.#isAtLineStart ? 0 : 1),
      text: lastLines(this.#end.tail(LIVE_CALL_LENGTH)),
    }
  }

  #add(piece: TextPiece): void {
    const field = snakeCase(piece.field)
    if (PATHS.has(field)) this.#takePath(piece)
    else this.#takeLines(field, piece)
  }

  #takePath({ isNew, isWhole, text }: TextPiece): void {
    this.#path = ((isNew ? '' : this.#path) + text).slice(0, MAX_PATH).toWellFormed()
    this.#isNamed = isWhole
  }

  #takeLines(field: string, { isNew, text }: TextPiece): void {
    const mark = MARKS.get(field)
    if (isNew) {
      if (!this.#isAtLineStart) this.#write('\n', '')
      this.#line = ''
      if (mark === undefined) this.#write(`${field}: `, '')
    }
    this.#write(text, mark ?? '')
    if (field === 'patch') this.#findPatched(text)
  }

  #write(text: string, mark: string): void {
    if (text === '') return
    const first = this.#isAtLineStart ? mark : ''
    const marked = mark === '' ? text : text.replaceAll(/\n(?!$)/g, `\n${mark}`)
    this.#end.push(first + marked)
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#breaks += 1
    this.#isAtLineStart = text.endsWith('\n')
  }

  /** Finds the file that is currently written: a patch may change several. */
  #findPatched(text: string): void {
    const lines = text.split('\n')
    for (const [index, line] of lines.entries()) {
      if (this.#line.length < MAX_PATH) this.#line += line.slice(0, MAX_PATH)
      if (index === lines.length - 1) return
      const path = PATCHED.exec(this.#line)?.[1]?.trim()
      this.#line = ''
      if (path === undefined) continue
      this.#path = path
      this.#isNamed = true
    }
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

/** Returns the last lines for the screen. A final line break does not start another line. */
function lastLines(text: string): string {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  let start = body.length
  for (let left = LIVE_CALL_LINES; left > 0; left -= 1) {
    start = start === 0 ? -1 : body.lastIndexOf('\n', start - 1)
    if (start === -1) return body
  }
  return body.slice(start + 1)
}
