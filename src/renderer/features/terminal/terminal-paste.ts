const CONTROL = /(?![\t\n\r])\p{Cc}/gu
/** The picture of NUL; those of the other control characters follow. */
const FIRST_PICTURE = 0x24_00
const PICTURE_OF_DELETE = '\u2421'

/**
 * A text to be pasted into a terminal, with pictures of its control characters. A program would take these for keys, and ESC could
 * end the paste, so that a shell runs what follows before anybody has seen it.
 */
export function pastedText(text: string): string {
  return text.replaceAll(CONTROL, (control) => {
    const code = control.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(FIRST_PICTURE + code)
    return code === 0x7f ? PICTURE_OF_DELETE : '\uFFFD'
  })
}
