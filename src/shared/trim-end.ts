/**
 * A text without these characters at its end. A regular expression such as `/\n+$/` takes time by the square of each run
 * elsewhere in the text: 32 KB of empty lines before a last word cost seconds.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
