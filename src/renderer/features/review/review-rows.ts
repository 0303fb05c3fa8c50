import type { ReviewComment, ReviewedFile } from '../../../shared/conversation/review.ts'
import { MAX_QUOTED_LINE } from '../../../shared/conversation/review.ts'
import { type DiffRow, parseDiff } from '../thread/diff/diff-lines.ts'

/** Rows that can have a comment. */
export type LineRow = Extract<DiffRow, { readonly type: 'same' | 'removed' | 'added' }>

/** The number of rows that are drawn, or left out, together. */
export const CHUNK_ROWS = 80

/** The rows of a file's changes, in chunks. */
export function chunksOf({ hunks }: Pick<ReviewedFile, 'hunks'>): readonly (readonly DiffRow[])[] {
  if (hunks === '') return []
  const rows = (parseDiff(`--- a\n+++ b\n${hunks}`) ?? []).filter(({ type }) => type !== 'file')
  const chunks: (readonly DiffRow[])[] = []
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) chunks.push(rows.slice(at, at + CHUNK_ROWS))
  return chunks
}

export type LinePlace = Pick<ReviewComment, 'side' | 'line' | 'quoted'>

export function placeOf(row: LineRow): LinePlace {
  const quoted = row.text.slice(0, MAX_QUOTED_LINE).toWellFormed()
  return row.type === 'removed'
    ? { side: 'old', line: row.old, quoted }
    : { side: 'now', line: row.now, quoted }
}

/** The key of a comment in its file: side and line, if that line is still the quoted one. */
export function keyOf({ line, quoted, side }: LinePlace): string {
  return `${side} ${line} ${quoted}`
}

export function isLine(row: DiffRow): row is LineRow {
  return row.type === 'same' || row.type === 'removed' || row.type === 'added'
}
