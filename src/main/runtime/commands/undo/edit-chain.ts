import type { FileChange, FileForm } from '../../../../shared/messages/file-change.ts'
import type { ReviewedFile } from '../../../../shared/conversation/review.ts'
import type { MessageId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { type Undone, undoneIn } from '../../../../shared/messages/undone.ts'
import type { EditConflict } from '../../ports/edit-port.ts'

/** The changes of files by one call or one undo. */
export interface Edit {
  readonly messageId: MessageId
  /** ms since 1970. */
  readonly at: number
  readonly files: readonly FileChange[]
  /** True if the edit was intended and it is not recorded whether it was made. */
  readonly isIntent: boolean
}

function notUndone(edit: Edit, undone: Undone): Edit {
  const gone = undone.get(edit.messageId)
  return gone === undefined
    ? edit
    : { ...edit, files: edit.files.filter(({ path }) => !gone.has(path)) }
}

export interface Chains {
  /** For each path, from before its first edit to after its last. */
  readonly changes: readonly FileChange[]
  /** Files that something else changed between two edits: undoing both would undo that change too. */
  readonly conflicts: readonly EditConflict[]
  /** The conflicting changes, including what came in between. */
  readonly broken: readonly FileChange[]
}

/** Returns the edits that were not undone. */
export function editsInForce(
  edits: readonly Edit[],
  messages: readonly Message[],
): readonly Edit[] {
  const undone = undoneIn(messages)
  return edits.map((edit) => notUndone(edit, undone)).filter(({ files }) => files.length > 0)
}

/** Combines edits in the order in which they were made. */
export function chain(edits: readonly Edit[]): Chains {
  const links = new Map<string, Link>()
  for (const { files, isIntent } of edits) {
    for (const change of files) {
      const before = links.get(change.path)
      links.set(
        change.path,
        before === undefined
          ? { change, isIntent, isBroken: false, past: null }
          : joined(before, change, isIntent),
      )
    }
  }
  const all = [...links.values()]
  const changesOf = (isBroken: boolean): readonly FileChange[] =>
    all.filter((link) => link.isBroken === isBroken).map(({ change }) => change)
  const broken = changesOf(true)
  return {
    changes: changesOf(false).filter(isChange),
    conflicts: broken.map(({ shown }) => ({ shown, why: BETWEEN })),
    broken,
  }
}

const BETWEEN = 'Something else changed it between two of these edits.'
const INCLUDED = `${BETWEEN.slice(0, -1)}: those changes are included.`

/** Says of a broken change that it shows more than the tools' work. */
export function withBetween(file: ReviewedFile): ReviewedFile {
  if (file.hunks === '') return file
  return { ...file, note: file.note === null ? INCLUDED : `${file.note} ${INCLUDED}` }
}

interface Link {
  readonly change: FileChange
  /** True if its last edit may never have been made. */
  readonly isIntent: boolean
  readonly isBroken: boolean
  /** The result without its last edit; null if there was only one. */
  readonly past: Link | null
}

function joined(link: Link, next: FileChange, isIntent: boolean): Link {
  const wasNotMade = link.isIntent && !isSame(link.change.after, next.before)
  if (wasNotMade) {
    const { past } = link
    return past === null
      ? { change: next, isIntent, isBroken: false, past: null }
      : joined(past, next, isIntent)
  }
  const isBroken = link.isBroken || !isSame(link.change.after, next.before)
  return { change: { ...next, before: link.change.before }, isIntent, isBroken, past: link }
}

export function isChange({ after, before }: FileChange): boolean {
  return !isSame(before, after) || before?.mode !== after?.mode
}

function isSame(one: FileForm | null, other: FileForm | null): boolean {
  return one?.blob === other?.blob
}
