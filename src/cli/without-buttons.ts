/** Returns a sentence that names buttons of the app as what a person can do without them, or where the buttons are. */
export function withoutButtons(sentence: string): string {
  return sentence
    .replaceAll(/press Retry(?: to try again)?/gi, (words) =>
      words.startsWith('P') ? 'Try again' : 'try again',
    )
    .replaceAll('its new place; your text is kept', 'its new place in the app')
    .replaceAll(/press Continue(?: once)?/gi, (words) => `${words} in the app`)
}
