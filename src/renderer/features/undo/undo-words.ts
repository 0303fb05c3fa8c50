import { assertNever } from '../../../shared/assert-never.ts'
import type { EditsLook, EditsTarget, EditsUndone } from '../../../shared/conversation/edits.ts'
import { countOf } from '../../../client/words/words.ts'

/** The undo that a person requests. `title`: that of the button they pressed. */
export interface UndoRequest {
  readonly target: EditsTarget
  readonly title: string
}

export const UNDO_EDIT = 'Undo this edit'
export const UNDO_LAST = 'Undo the edits of the last turn'
export const UNDO_UNDO = 'Revert this undo'

/** Undoes what a turn did to this many files. */
export function undoTurn(files: number): string {
  return `Undo edits to ${countOf(files, 'file', 'files')}`
}

type Becomes = EditsLook['restorable'][number]['becomes']

export function wordsOfBecoming(becomes: Becomes): string {
  switch (becomes) {
    case 'restored':
      return 'as it was before'
    case 'deleted':
      return 'deleted, because it was new'
    case 'recreated':
      return 'created again'
    default:
      return assertNever(becomes)
  }
}

/** The sentence above the list. */
export function sentenceOf({ conflicts, restorable }: EditsLook): string {
  if (restorable.length > 0) return 'These files will be restored:'
  return conflicts.length === 0
    ? 'Nothing to undo: the files already look as they would afterwards.'
    : 'No file can be restored.'
}

type Covered = NonNullable<EditsLook['mayHaveChanged']>

/** Shown above the list of possible changes by commands, or in its place. `when`: when they ran. */
export function sentenceOfCommands({ commands, names }: Covered, when: string): string {
  const ran = commands === 1 ? 'a command ran' : countOf(commands, 'command ran', 'commands ran')
  const found =
    names.length === 0
      ? 'No other changed files were found; deleted and ignored files are not checked.'
      : 'These files also changed and stay as they are; deleted and ignored files are not checked:'
  return `${when} ${ran}, and undo does not cover what commands do. ${found}`
}

/** Null: everything that the preview, `look`, had announced was done. */
export function problemOf({ conflicts, undone }: EditsUndone, look: EditsLook): string | null {
  if (undone === 0) return `Nothing was changed. ${reasonsOf(conflicts)}`.trim()
  const known = new Set(look.conflicts.map(({ shown }) => shown))
  const news = conflicts.filter(({ shown }) => !known.has(shown))
  if (news.length === 0) return null
  const files = countOf(undone, 'file was', 'files were')
  return `${files} restored, these were not. ${reasonsOf(news)}`
}

function reasonsOf(conflicts: EditsUndone['conflicts']): string {
  return conflicts.map(({ shown, why }) => `${shown}: ${why}`).join(' ')
}
