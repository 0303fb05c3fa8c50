import type { FileChange, FileForm } from '../../shared/file-change.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { Message } from '../../shared/message.ts'
import type { EditConflict } from './edit-port.ts'

/** What one call, or one undo, made of files. */
export interface Edit {
  readonly messageId: MessageId
  /** ms since 1970. */
  readonly at: number
  readonly files: readonly FileChange[]
  /** It was about to: whether it did is not on record. */
  readonly isIntent: boolean
}

/** From a message with edits to the paths of it that an undo put back and no other undo brought again. */
export type Undone = ReadonlyMap<MessageId, ReadonlySet<string>>

const NONE: ReadonlySet<string> = new Set()

/** Later undos decide about earlier ones, each for the files that it wrote. */
export function undoneIn(messages: readonly Message[]): Undone {
  const undone = new Map<MessageId, Set<string>>()
  for (const { id, content } of messages.toReversed()) {
    if (content.type !== 'undo') continue
    const takenBack = undone.get(id) ?? NONE
    const paths = content.files.map(({ path }) => path).filter((path) => !takenBack.has(path))
    for (const messageId of content.messageIds) {
      const all = undone.get(messageId) ?? new Set()
      for (const path of paths) all.add(path)
      undone.set(messageId, all)
    }
  }
  return undone
}

/** What still stands of an edit. */
export function standing(edit: Edit, undone: Undone): Edit {
  const gone = undone.get(edit.messageId) ?? NONE
  return { ...edit, files: edit.files.filter(({ path }) => !gone.has(path)) }
}

export interface Chains {
  /** Of each path from how it was before the first edit to how the last one left it. */
  readonly changes: readonly FileChange[]
  /** Somebody else wrote between two edits: taking both back would take his back too. */
  readonly conflicts: readonly EditConflict[]
}

/** What edits, in the order in which they were made, come to. */
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
  return {
    changes: all
      .filter(({ isBroken }) => !isBroken)
      .map(({ change }) => change)
      .filter(isChange),
    conflicts: all
      .filter(({ isBroken }) => isBroken)
      .map(({ change: { shown } }) => ({ shown, why: BETWEEN })),
  }
}

const BETWEEN = 'Something else changed it between two of these edits.'

interface Link {
  readonly change: FileChange
  /** Its last edit may never have been made. */
  readonly isIntent: boolean
  readonly isBroken: boolean
  /** What it comes to without its last edit; null: nothing. */
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

function isChange({ after, before }: FileChange): boolean {
  return !isSame(before, after) || before?.mode !== after?.mode
}

function isSame(one: FileForm | null, other: FileForm | null): boolean {
  return one?.blob === other?.blob
}
