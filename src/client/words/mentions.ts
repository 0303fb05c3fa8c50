import { type NamedPath, pathIn } from './path-words.ts'
import { trimEndOf } from '../../shared/trim-end.ts'

/** A file or folder that a person names in a message: `@src/app.ts`, `@"my notes.md"`. */
export interface Mention {
  /** Its range in the text in UTF-16 units, including `@` and quotes. */
  readonly from: number
  readonly to: number
  readonly path: string
  /** From 1. Null if none is named. */
  readonly line: number | null
}

export interface MessagePiece {
  readonly text: string
  /** Null if the piece names no file. */
  readonly place: NamedPath | null
}

const MENTION = /(?<=^|[\s([{"'`])@(?:"([^"\n]+)"|([^\s"]+))/gu
/** Punctuation and closing brackets after a path. */
const AFTER_PATH = ".,;:!?)]}>'`…"
const LINE = /:(\d{1,8})(?::\d{1,8})?$/
const LONGEST = 255
/** More than anyone types by hand; a pasted log may contain more. */
const MOST = 50

/** Returns the mentions in a text. Their files may not exist. */
export function mentionsIn(text: string): readonly Mention[] {
  if (!text.includes('@')) return []
  const found: Mention[] = []
  for (const match of text.matchAll(MENTION)) {
    if (found.length === MOST) break
    const [whole, quoted, bare = ''] = match
    const written = quoted ?? trimEndOf(bare, AFTER_PATH)
    const path = written.replace(LINE, '')
    if (path === '' || path.length > LONGEST) continue
    const line = Number(LINE.exec(written)?.[1] ?? 0)
    const from = match.index
    const length = quoted === undefined ? written.length + 1 : whole.length
    found.push({ from, to: from + length, path, line: line > 0 ? line : null })
  }
  return found
}

/** Returns the paths that a text mentions, each once. */
export function mentionedPaths(text: string): readonly string[] {
  return [...new Set(mentionsIn(text).map(({ path }) => path))]
}

/** Whether a mention looks like a path: `@types/node` and `@alice` do not. */
export function isLikePath(path: string): boolean {
  return path.endsWith('/') || pathIn(path) !== null || /[^/.]\.[a-z][a-z\d]{0,3}$/i.test(path)
}

/**
 * Splits a message into the files that it names and the text between them. `isNamed`: true for a mention known to name
 * a file, even if it does not look like a path.
 */
export function messagePieces(
  text: string,
  isNamed: (path: string) => boolean = () => false,
): readonly MessagePiece[] {
  const pieces: MessagePiece[] = []
  let end = 0
  for (const { from, line, path, to } of mentionsIn(text)) {
    if (!isNamed(path) && !isLikePath(path)) continue
    if (from > end) pieces.push({ text: text.slice(end, from), place: null })
    pieces.push({ text: text.slice(from, to), place: { path, line } })
    end = to
  }
  if (end < text.length) pieces.push({ text: text.slice(end), place: null })
  return pieces
}
