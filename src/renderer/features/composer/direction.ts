/** In longer messages the browser does not determine the direction of each paragraph. */
const LONGEST_AUTO = 100_000

/**
 * The message field's `dir`. Determining the direction takes Chromium quadratic time in a paragraph's length: 2 s at
 * each key in 1 MB.
 */
export function directionOf(text: string): 'auto' | 'ltr' {
  return text.length > LONGEST_AUTO ? 'ltr' : 'auto'
}
