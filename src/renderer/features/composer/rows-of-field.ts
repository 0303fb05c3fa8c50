/** The properties of a text field from which the row of its caret is found. */
export type TextField = Pick<
  HTMLTextAreaElement,
  'value' | 'selectionStart' | 'selectionEnd' | 'scrollHeight'
>

/** The caret's row. A selection has none. */
export interface CaretRow {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/**
 * Finds whether the caret is in the first or the last drawn row. In a wrapped line this is only known at the very
 * beginning and the very end of the text. `box`: the height of a row, and the field's padding above and below, in px.
 */
export function caretRow(
  { value, selectionStart, selectionEnd, scrollHeight }: TextField,
  box: { readonly row: number; readonly padding: number },
): CaretRow {
  if (selectionStart !== selectionEnd) return { isFirst: false, isLast: false }
  const lines = value.split('\n').length
  const isWrapped = Math.round((scrollHeight - box.padding) / box.row) > lines
  const isIn = (part: string): boolean => part === '' || (!isWrapped && !part.includes('\n'))
  return { isFirst: isIn(value.slice(0, selectionStart)), isLast: isIn(value.slice(selectionEnd)) }
}

/** The row of the caret as the page draws it. */
export function caretRowOf(field: HTMLTextAreaElement): CaretRow {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field)
  const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
  return caretRow(field, { row: Number.parseFloat(lineHeight), padding })
}
