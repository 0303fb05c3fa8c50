import { type Mention, mentionsIn } from '../../../client/words/mentions.ts'

/** A browser inserts line by line, and the page stands still meanwhile: some milliseconds for each. */
const MOST_LINES = 50

/**
 * Replaces a part of the text as if it were typed, so Undo takes it back. False: the browser cannot, or not at once, and
 * nothing has changed.
 */
function editField(
  field: HTMLTextAreaElement,
  { from, to, text }: { readonly from: number; readonly to: number; readonly text: string },
): boolean {
  if (text.split('\n', MOST_LINES + 1).length > MOST_LINES) return false
  field.focus()
  field.setSelectionRange(from, to)
  if (from === to && text === '') return true
  // Nothing else writes to the browser's own history of a field.
  return text === ''
    ? document.execCommand('delete')
    : document.execCommand('insertText', false, text)
}

/** Writes a whole text; most of it may already be in the field. */
export function fillField(field: HTMLTextAreaElement, text: string): boolean {
  return editField(field, differenceOf(field.value, text))
}

/** The part of a text that differs from another, and what stands there instead. */
export function differenceOf(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly text: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let end = 0
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from, to: before.length - end, text: after.slice(from, after.length - end) }
}

/** Removes each name of a file, with the space after it. `write`: where the browser cannot. */
export function removeMentions(
  field: HTMLTextAreaElement,
  path: string,
  write: (text: string, caret: number) => void,
): void {
  const named = mentionsIn(field.value).filter((each) => each.path === path)
  for (const { from, to } of named.toReversed()) {
    const { value } = field
    const end = value[to] === ' ' ? to + 1 : to
    if (editField(field, { from, to: end, text: '' })) continue
    write(value.slice(0, from) + value.slice(end), from)
  }
}

type Pressed = Pick<KeyboardEvent, 'key' | 'isComposing' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Backspace behind the name of a file takes the whole name. False: the key is for something else. */
export function removeBehind(
  field: HTMLTextAreaElement,
  { altKey, ctrlKey, isComposing, key, metaKey }: Pressed,
  isShown: (path: string) => boolean,
): boolean {
  if (field.readOnly || key !== 'Backspace' || altKey || ctrlKey || metaKey || isComposing)
    return false
  const behind = mentionBehind(field, isShown)
  return behind !== null && editField(field, { ...behind, text: '' })
}

/** The name of a shown file that ends at the caret. */
export function mentionBehind(
  { selectionEnd, selectionStart, value }: HTMLTextAreaElement,
  isShown: (path: string) => boolean,
): Mention | null {
  if (selectionStart !== selectionEnd) return null
  return mentionsIn(value).find(({ path, to }) => to === selectionEnd && isShown(path)) ?? null
}
