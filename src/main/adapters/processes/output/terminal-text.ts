const ESC = String.fromCodePoint(0x1b)
const BEL = String.fromCodePoint(0x07)

/** Colours and cursor (CSI), titles and links (OSC), strings for the terminal (DCS and kin), short escapes. */
const ESCAPE = new RegExp(
  [
    String.raw`${ESC}\[[0-?]*[ -/]*[@-~]`,
    String.raw`${ESC}\][^${BEL}${ESC}\n]*(?:${BEL}|${ESC}\\)?`,
    String.raw`${ESC}[PX^_][^${ESC}\n]*(?:${ESC}\\)?`,
    String.raw`${ESC}[ -/]*[0-~]`,
  ].join('|'),
  'g',
)
const COLOUR = new RegExp(String.raw`^${ESC}\[[0-9;:]*m$`)
/** Control characters except newline and tab; an ESC may stay only where it starts a colour. */
const CONTROL = new RegExp(String.raw`(?!${ESC}\[[0-9;:]*m)(?![\n\t])\p{Cc}`, 'gu')
/** An escape that may continue in the next piece, or a carriage return that a newline may follow. */
const UNFINISHED = new RegExp(
  [
    String.raw`\r$`,
    String.raw`${ESC}\[[0-?]{0,64}[ -/]*$`,
    String.raw`${ESC}\][^${BEL}${ESC}\n]{0,255}${ESC}?$`,
    String.raw`${ESC}[PX^_][^${ESC}\n]{0,255}${ESC}?$`,
    String.raw`${ESC}[ -/]*$`,
  ].join('|'),
)

/**
 * Plain text for the model: no escapes, no control characters, and only the last state of a line that redraws itself.
 */
export function plainText(text: string): string {
  return redrawn(text.replace(ESCAPE, '')).replace(CONTROL, '')
}

/** Text for the screen: the same, with colours. */
export function colouredText(text: string): string {
  const coloured = redrawn(text).replace(ESCAPE, (escape) => (COLOUR.test(escape) ? escape : ''))
  return coloured.replace(CONTROL, '')
}

/** Where an unfinished sequence begins that needs the next piece; the text's length if there is none. */
export function unfinishedFrom(text: string): number {
  return UNFINISHED.exec(text)?.index ?? text.length
}

/** Progress bars: a terminal shows the last state of `10%\r20%\r`. */
function redrawn(text: string): string {
  if (!text.includes('\r')) return text
  return text.split('\n').map(lastState).join('\n')
}

function lastState(line: string): string {
  const states = line.split('\r')
  return states.findLast((state) => state !== '') ?? ''
}
