/** A run of a text as shown: its characters, or an escape for something invisible. */
export interface VisiblePiece {
  readonly text: string
  readonly isEscape: boolean
}

/** `kept`: line breaks and tabs remain. `escaped`: the text is one line. */
export type Breaks = 'kept' | 'escaped'

/**
 * Matches characters that change or hide text invisibly: controls, format characters (bidi, zero width, tags), lone
 * surrogates, private and unassigned characters, line and paragraph separators, blanks other than the space, variation
 * selectors and fillers, marks that cover or strike out letters, and those that pile up over other lines.
 */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Me}\u0334-\u0338\u20D2\u20D3\u20D8-\u20DA\u20E5\u20E6\u20EA\u20EB\u2800]|(?! )\p{Zs}|(?<=\p{M}{4})\p{M}/gu
const LAYOUT = /[\n\t]/
/** Matches what only belongs into a sequence of `inProse`. */
const JOINING = /\u200C|\u200D|\uFE0F|\u{E0067}/u
/** Matches most texts. Checked first because compiling the pattern above takes the browser 15 ms. */
const PLAIN = /^[ -~]+$/

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }

/** Further runs are merged, because a text of nothing but escapes must not become one element per escape. */
const MOST_PIECES = 2_000

/**
 * Returns the runs of a text, in order. `isProse`: a text to be read and not obeyed, such as a title. It may contain emoji
 * and words of scripts that need invisible characters.
 */
export function visiblePieces(
  text: string,
  breaks: Breaks,
  isProse = false,
): readonly VisiblePiece[] {
  if (PLAIN.test(text)) return [{ text, isEscape: false }]
  const pieces: VisiblePiece[] = []
  const seen = isProse && JOINING.test(text) ? Array.from(text.matchAll(inProse())) : []
  let end = 0
  for (const match of text.matchAll(UNSEEN)) {
    const [unseen] = match
    if (breaks === 'kept' && LAYOUT.test(unseen)) continue
    const at = match.index
    if (seen.some(({ 0: whole, index }) => at >= index && at < index + whole.length)) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isEscape: false })
    pushEscape(pieces, escapeOf(unseen))
    end = match.index + unseen.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isEscape: false })
  return pieces.length <= MOST_PIECES ? pieces : [{ text: joined(pieces), isEscape: true }]
}

/**
 * Returns the same as one string: for a title, an accessible name or a system dialog. Applying it twice changes nothing
 * more.
 */
export function visibleText(text: string, breaks: Breaks = 'escaped', isProse = false): string {
  return joined(visiblePieces(text, breaks, isProse))
}

/** Returns the first UTF-16 units of a text without splitting a character. */
export function firstUnits(text: string, count: number): string {
  if (text.length <= count) return text
  const isCutInTwo = /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(count - 1, count + 1))
  return text.slice(0, isCutInTwo ? count - 1 : count)
}

/** Returns a text, or its first UTF-16 units and an ellipsis if it is longer. */
export function shortened(text: string, count: number): string {
  return text.length <= count ? text : `${firstUnits(text, count)}…`
}

/** Returns the last UTF-16 units of a text without splitting a character. */
export function lastUnits(text: string, count: number): string {
  const last = text.slice(Math.max(0, text.length - count))
  return last.length < text.length ? last.replace(/^[\uDC00-\uDFFF]/, '') : last
}

/** Formats a size: `201 lines, 1,240 characters`. A final line break does not start another line. */
export function sizeInWords(text: string): string {
  const breaks = text.split('\n').length - 1
  const lines = text.endsWith('\n') ? breaks : breaks + 1
  return `${counted(lines, 'line')}, ${counted(Array.from(text).length, 'character')}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`
}

/**
 * Matches emoji, which may consist of many characters, and joiners between letters of scripts that need them. In a function
 * because making it takes the browser 35 ms the first time.
 */
function inProse(): RegExp {
  return /\p{RGI_Emoji}|(?<=[\p{Script=Arab}\p{Script=Beng}\p{Script=Deva}\p{Script=Gujr}\p{Script=Guru}\p{Script=Knda}\p{Script=Mlym}\p{Script=Orya}\p{Script=Sinh}\p{Script=Taml}\p{Script=Telu}])[\u200C\u200D](?=[\p{Script=Arab}\p{Script=Beng}\p{Script=Deva}\p{Script=Gujr}\p{Script=Guru}\p{Script=Knda}\p{Script=Mlym}\p{Script=Orya}\p{Script=Sinh}\p{Script=Taml}\p{Script=Telu}])/gv
}

function pushEscape(pieces: VisiblePiece[], text: string): void {
  const last = pieces.at(-1)
  if (last?.isEscape) pieces[pieces.length - 1] = { text: last.text + text, isEscape: true }
  else pieces.push({ text, isEscape: true })
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return SHORT[character] ?? `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`
}

function joined(pieces: readonly VisiblePiece[]): string {
  return pieces.map((piece) => piece.text).join('')
}
