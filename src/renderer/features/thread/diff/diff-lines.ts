import { CHANGING_TOOLS } from '../../../../shared/conversation/file-tools.ts'
import type { ShownCall } from '../../../../client/items/thread-items.ts'

/** One row of a displayed diff. Numbers are those of the line in the file before and after. */
export type DiffRow =
  | { readonly type: 'file'; readonly name: string; readonly what: 'changed' | 'new' | 'deleted' }
  /** Unchanged lines are left out here. */
  | { readonly type: 'gap' }
  | { readonly type: 'same'; readonly text: string; readonly old: number; readonly now: number }
  | { readonly type: 'removed'; readonly text: string; readonly old: number }
  | { readonly type: 'added'; readonly text: string; readonly now: number }
  | { readonly type: 'note'; readonly text: string }

/** The file changes of a call; null if it is not such a call, or changed nothing. */
export function diffOf({ name, result }: ShownCall): readonly DiffRow[] | null {
  return CHANGING_TOOLS.has(name) && result?.outcome === 'ok' ? parseDiff(result.text) : null
}

/** The line of the first change in the file whose row is at this index; null: it is not among the rows. */
export function firstLineOf(rows: readonly DiffRow[], at: number): number | null {
  let now: number | null = null
  for (const row of rows.slice(at + 1)) {
    if (row.type === 'file') return null
    if (row.type === 'added') return row.now
    if (row.type === 'removed') return (now ?? row.old - 1) + 1
    if (row.type === 'same') ({ now } = row)
  }
  return null
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
const NOWHERE = '/dev/null'
const BREAKS: Readonly<Record<string, string>> = { n: '\n', r: '\r' }

/**
 * Parses a unified diff, using the counts of its hunks, because a removed line may look like a header. Null: not a
 * diff.
 */
export function parseDiff(text: string): readonly DiffRow[] | null {
  const reader = new DiffReader()
  for (const line of text.split('\n')) reader.read(line)
  return reader.isDiff ? reader.rows : null
}

class DiffReader {
  readonly rows: DiffRow[] = []
  isDiff = false
  #from = ''
  #old = 0
  #now = 0
  #oldLeft = 0
  #nowLeft = 0

  read(line: string): void {
    if (line.startsWith('\\ ')) this.#note(line.slice(2))
    else if (this.#oldLeft > 0 || this.#nowLeft > 0) this.#readInHunk(line)
    else this.#readBetween(line)
  }

  #note(text: string): void {
    // A truncated diff ends with a note; nothing of its hunk follows.
    if (!text.startsWith('No newline')) {
      this.#oldLeft = 0
      this.#nowLeft = 0
    }
    this.rows.push({ type: 'note', text })
  }

  #readBetween(line: string): void {
    const hunk = HUNK.exec(line)
    if (hunk !== null) this.#beginHunk(hunk)
    else if (line.startsWith('--- ')) this.#from = unquoted(line.slice(4))
    else if (line.startsWith('+++ ')) this.#beginFile(unquoted(line.slice(4)))
    else if (line !== '') this.rows.push({ type: 'note', text: line })
  }

  #beginFile(to: string): void {
    this.isDiff = true
    const name = (to === NOWHERE ? this.#from : to).replace(/^[ab]\//, '')
    const what = this.#from === NOWHERE ? 'new' : to === NOWHERE ? 'deleted' : 'changed'
    this.rows.push({ type: 'file', name, what })
  }

  #beginHunk([, old, oldCount = '1', now, nowCount = '1']: RegExpExecArray): void {
    this.#old = Number(old)
    this.#now = Number(now)
    this.#oldLeft = Number(oldCount)
    this.#nowLeft = Number(nowCount)
    const isFirst = this.rows.at(-1)?.type === 'file'
    if (!isFirst || this.#old > 1 || this.#now > 1) this.rows.push({ type: 'gap' })
  }

  #readInHunk(line: string): void {
    const text = line.slice(1)
    if (line.startsWith('-')) {
      this.rows.push({ type: 'removed', text, old: this.#old })
      this.#passOld()
    } else if (line.startsWith('+')) {
      this.rows.push({ type: 'added', text, now: this.#now })
      this.#passNow()
    } else {
      this.rows.push({ type: 'same', text, old: this.#old, now: this.#now })
      this.#passOld()
      this.#passNow()
    }
  }

  #passOld(): void {
    this.#old += 1
    this.#oldLeft -= 1
  }

  #passNow(): void {
    this.#now += 1
    this.#nowLeft -= 1
  }
}

/** A name with a line break is quoted, as git does it. */
function unquoted(name: string): string {
  const inside = /^"(.*)"$/s.exec(name)?.[1]
  return inside?.replaceAll(/\\(.)/gs, (_whole, code: string) => BREAKS[code] ?? code) ?? name
}
