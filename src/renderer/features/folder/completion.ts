/** The suggested folders under the field, and the one that the arrow keys have marked. */
export interface Completion {
  readonly folders: readonly string[]
  readonly marked: number | null
}

export const NO_COMPLETION: Completion = { folders: [], marked: null }

export function completionOf(folders: readonly string[], typed: string): Completion {
  const others = folders.filter((folder) => folder !== typed)
  return { folders: others, marked: null }
}

export type Move = 'next' | 'previous'

/** The mark after an arrow key: past either end it is back in the text. */
export function moveMark(completion: Completion, move: Move): Completion {
  const { folders, marked } = completion
  if (folders.length === 0) return completion
  const at = marked ?? (move === 'next' ? -1 : folders.length)
  const next = move === 'next' ? at + 1 : at - 1
  return { folders, marked: next < 0 || next >= folders.length ? null : next }
}

/** The suggestions while the host searches for newer text: the same without a mark, so Enter never takes another folder. */
export function typedOn({ folders }: Completion): Completion {
  return { folders, marked: null }
}

/** The text that Tab fills in: the marked folder, else the common start of all matches, else null. */
export function completedText(completion: Completion, typed: string): string | null {
  const { folders, marked } = completion
  const chosen =
    marked === null
      ? commonStart(folders.filter((folder) => folder.startsWith(typed)))
      : (folders[marked] ?? '')
  return chosen.length > typed.length || marked !== null ? chosen : null
}

function commonStart(texts: readonly string[]): string {
  const [first = '', ...rest] = texts
  let length = first.length
  for (const text of rest)
    while (!text.startsWith(first.slice(0, length)) && length > 0) length -= 1
  return first.slice(0, length)
}
