/** Characters of a message up to which the browser finds the direction of each paragraph. */
const LONGEST_AUTO = 100_000

/**
 * The message field's `dir`. Finding the direction takes Chromium time that grows with the square of a paragraph's length: 2 s at each key in 1 MB.
 */
export function directionOf(text: string): 'auto' | 'ltr' {
  return text.length > LONGEST_AUTO ? 'ltr' : 'auto'
}
