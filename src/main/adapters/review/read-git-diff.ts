import { setImmediate as pause } from 'node:timers/promises'
import type { ReviewedFile } from '../../../shared/conversation/review.ts'
import { unquotedName } from './unquoted-name.ts'

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/
const NO_FILE = '/dev/null'
const BINARY = 'Not a text file.'

interface Begun {
  path: string
  from: string | null
  what: ReviewedFile['what']
  /** Joined lines. */
  hunks: string[]
  lines: string[]
  added: number
  removed: number
  notes: string[]
}

/** Code units read before others get a turn. */
const AT_ONCE = 64 * 1024

/** Parses the output of `git diff`, by the line counts of its hunks. `isCut`: its end is missing. */
export async function readGitDiff(text: string, isCut: boolean): Promise<readonly ReviewedFile[]> {
  const reader = new GitDiffReader()
  let pauseAt = AT_ONCE
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const next = end < 0 ? text.length : end
    reader.read(text.slice(at, next))
    at = next + 1
    if (at < pauseAt) continue
    reader.join()
    await pause()
    pauseAt = at + AT_ONCE
  }
  return reader.end(isCut)
}

class GitDiffReader {
  readonly #files: Begun[] = []
  #oldLeft = 0
  #nowLeft = 0

  read(line: string): void {
    const file = this.#files.at(-1)
    const isInHunk = this.#oldLeft > 0 || this.#nowLeft > 0
    if (file === undefined || (!isInHunk && line.startsWith('diff --git '))) this.#begin(line)
    else if (isInHunk || line.startsWith('\\')) this.#readInHunk(file, line)
    else this.#readHead(file, line)
  }

  /** Joins the lines read so far, so that little is left to join at the end. */
  join(): void {
    for (const file of this.#files) {
      if (file.lines.length > 0) file.hunks.push(file.lines.join('\n'))
      file.lines = []
    }
  }

  end(isCut: boolean): readonly ReviewedFile[] {
    this.join()
    const last = this.#files.at(-1)
    if (isCut && last !== undefined) last.notes.push('The rest of it is too long to show.')
    return this.#files.map(({ hunks, lines: _lines, notes, ...file }) => ({
      ...file,
      hunks: hunks.join('\n').toWellFormed(),
      note: notes.length === 0 ? null : notes.join(' '),
    }))
  }

  #begin(line: string): void {
    if (!line.startsWith('diff --git ')) return
    const path = sameName(line.slice('diff --git '.length))
    const none = { from: null, what: 'changed', added: 0, removed: 0 } as const
    this.#files.push({ path, ...none, hunks: [], lines: [], notes: [] })
  }

  #readHead(file: Begun, line: string): void {
    const hunk = HUNK.exec(line)
    if (hunk !== null) {
      const [, old = '1', now = '1'] = hunk
      this.#oldLeft = Number(old)
      this.#nowLeft = Number(now)
      file.lines.push(line)
    } else if (line.startsWith('rename from ')) {
      file.from = unquotedName(line.slice('rename from '.length))
      file.what = 'renamed'
    } else if (line.startsWith('rename to ')) {
      file.path = unquotedName(line.slice('rename to '.length))
    } else if (line.startsWith('new file mode')) file.what = 'new'
    else if (line.startsWith('deleted file mode')) file.what = 'deleted'
    else if (line.startsWith('--- ') || line.startsWith('+++ ')) this.#name(file, line.slice(4))
    else if (line.startsWith('old mode ')) file.notes.push(`Mode ${line.slice(9)}, now`)
    else if (line.startsWith('new mode ')) file.notes.push(`${line.slice(9)}.`)
    else if (line.startsWith('Binary files ')) file.notes.push(BINARY)
  }

  /** For a new or deleted file, one of the two names is /dev/null. */
  #name(file: Begun, quotedName: string): void {
    const name = unquotedName(quotedName.replace(/\t$/, ''))
    if (name !== NO_FILE && file.from === null) file.path = name.slice(2)
  }

  #readInHunk(file: Begun, line: string): void {
    file.lines.push(line.endsWith('\r') ? line.slice(0, -1) : line)
    if (line.startsWith('\\')) return
    if (!line.startsWith('+')) this.#oldLeft -= 1
    if (!line.startsWith('-')) this.#nowLeft -= 1
    if (line.startsWith('+')) file.added += 1
    else if (line.startsWith('-')) file.removed += 1
  }
}

/** The name in `a/NAME b/NAME`, which is the same twice unless another header line says otherwise. */
function sameName(both: string): string {
  if (both.startsWith('"')) return unquotedName(both.slice(0, both.length / 2)).slice(2)
  return both.slice(2, Math.floor(both.length / 2))
}
