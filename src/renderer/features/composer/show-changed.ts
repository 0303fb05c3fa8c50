import { differenceOf } from './edit-field.ts'

/**
 * Shows a text that was changed elsewhere, such as in another window. The caret stays where it was in it; without a known
 * caret it goes to the end.
 */
export function showChanged(
  field: HTMLTextAreaElement | undefined,
  changed: string,
  caret: number | null,
): void {
  if (field === undefined || field.value === changed || caret === null) return
  const { from, to, text } = differenceOf(field.value, changed)
  const placeOf = (at: number): number =>
    at < from ? at : Math.max(at, to) - to + from + text.length
  const [start, end] = [placeOf(field.selectionStart), placeOf(field.selectionEnd)]
  field.value = changed
  field.setSelectionRange(start, end)
}
