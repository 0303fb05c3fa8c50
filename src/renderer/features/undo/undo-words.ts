import { countOf } from '../../../client/words/words.ts'
import type { EditsLook, EditsTarget, EditsUndone } from '../../../shared/conversation/edits.ts'

/** The undo that a person requests. `title`: that of its dialog. */
export interface UndoRequest {
  readonly target: EditsTarget
  readonly title: string
}

export const UNDO_EDIT = 'Undo this edit'
export const UNDO_LAST = 'Undo the edits of the last turn'
export const UNDO_UNDO = 'Revert this undo'

export const UNDO_TURN = 'Undo the edits of this turn'

/** The button below a turn. Its dialog counts what can be undone, which may be less. */
export function undoTurn(files: number): string {
  return `Undo edits to ${countOf(files, 'file', 'files')}`
}

type Becomes = EditsLook['restorable'][number]['becomes']

const BECOMES: Readonly<Record<Becomes, string>> = {
  restored: 'Will be changed back',
  recreated: 'Will be created again',
  deleted: 'Will be deleted',
}

/** Files with the same fate. `shown`: their paths. */
export interface FileList {
  readonly title: string
  readonly shown: readonly string[]
}

/** The files that an undo changes, by what it does to them. */
export function listsOf({ restorable }: EditsLook): readonly FileList[] {
  const kinds: readonly Becomes[] = ['restored', 'recreated', 'deleted']
  return kinds.flatMap((kind) => {
    const shown = restorable.flatMap((file) => (file.becomes === kind ? [file.shown] : []))
    return shown.length === 0 ? [] : [{ title: BECOMES[kind], shown }]
  })
}

/** As in `Will be changed back: 2 files`. */
export function headingOf(title: string, files: number): string {
  return `${title}: ${countOf(files, 'file', 'files')}`
}

/** In place of the lists; null: there are files to change. */
export function nothingIn({ conflicts, restorable }: EditsLook): string | null {
  if (restorable.length > 0) return null
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
