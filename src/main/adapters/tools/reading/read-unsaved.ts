import type { FileHandle } from 'node:fs/promises'
import { assertNever } from '../../../../shared/assert-never.ts'
import type { Unsaved } from '../../edits/unsaved-text.ts'
import { decodeWhole, formOf } from '../../files/encoding.ts'
import { linesOfText, type LinesRead, type LinesWanted } from '../../files/read-lines.ts'

/** A larger file is not compared with an editor's version: the editor's answer would not fit into a frame. */
const MAX_COMPARED_BYTES = 1024 * 1024

/** The whole text of an open file; null if it is not text, or too long to compare. */
export async function comparedText(
  handle: FileHandle,
  { size }: { readonly size: number },
): Promise<string | null> {
  if (size > MAX_COMPARED_BYTES) return null
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await handle.read(bytes, 0, size, 0)
  const whole = bytes.subarray(0, bytesRead)
  const form = formOf(whole, true)
  return form === null ? null : decodeWhole(whole, form)
}

/** The lines for the model, and a note about them; null if there is nothing to note. */
export function withUnsaved(
  read: LinesRead,
  unsaved: Exclude<Unsaved, { type: 'aborted' }>,
  wanted: LinesWanted,
): { readonly read: LinesRead; readonly note: string | null } {
  switch (unsaved.type) {
    case 'nothing':
      return { read, note: null }
    case 'changed':
      return { read: linesOfText(unsaved.text, read.form, wanted), note: CHANGED }
    case 'hidden':
      return { read, note: HIDDEN }
    case 'silent':
      return { read, note: SILENT }
    default:
      return assertNever(unsaved)
  }
}

const CHANGED =
  'This is what the user has in the editor, where it is not saved yet. Commands and searches see the file on disk. Before you change this file, ask the user to save it.'
const HIDDEN =
  'This is the file on disk. The user has changes in the editor that are not saved; they are not shown while a command is running. Before you change this file, ask the user to save it.'
const SILENT =
  'This is the file on disk. The editor did not answer, so changes that are not saved there may be missing.'
