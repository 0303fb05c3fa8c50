import type { HunkLine, Hunk } from './hunk.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { PatchChange } from './work-out-patch.ts'

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'
const ADD = '*** Add File: '
const DELETE = '*** Delete File: '
const UPDATE = '*** Update File: '
const MOVE = '*** Move to: '
const END_OF_FILE = '*** End of File'
/** Parts that models copy from unified diffs: line numbers, which are not trusted, then possibly an anchor. */
const RANGE = /^-\d+(?:,\d+)? \+\d+(?:,\d+)? @@ ?/

/**
 * Parses the patch format that OpenAI trains its models on (github.com/openai/openai-cookbook, "apply_patch"). The
 * error is a sentence for the model.
 */
export function parsePatch(text: string): Result<readonly PatchChange[], string> {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  // Not indented: " *** End Patch" is a line of a file that the patch leaves as it is.
  const from = lines.findIndex((line) => line.trimEnd() === BEGIN)
  const end = lines.findLastIndex((line) => line.trimEnd() === END)
  if (from < 0) return failed(`The patch does not begin with a line "${BEGIN}".`)
  if (end < from) return failed(`The patch does not end with a line "${END}".`)
  return new PatchReader(lines.slice(from + 1, end), from + 2).read()
}

class PatchReader {
  readonly #lines: readonly string[]
  /** The number of its first line in the model's text, from 1. */
  readonly #first: number
  #at = 0

  constructor(lines: readonly string[], first: number) {
    this.#lines = lines
    this.#first = first
  }

  read(): Result<readonly PatchChange[], string> {
    const changes: PatchChange[] = []
    while (this.#at < this.#lines.length) {
      const line = this.#next()
      if (line.trim() === '') continue
      const change = this.#readChange(line)
      if (!change.ok) return change
      changes.push(change.value)
    }
    return changes.length === 0 ? failed('The patch changes no file.') : ok(changes)
  }

  #readChange(line: string): Result<PatchChange, string> {
    if (line.startsWith(ADD)) return this.#readNewFile(pathIn(line, ADD))
    if (line.startsWith(DELETE)) return ok({ type: 'delete', path: pathIn(line, DELETE) })
    if (line.startsWith(UPDATE)) return this.#readUpdate(pathIn(line, UPDATE))
    return this.#wrong(`"${ADD}", "${UPDATE}" or "${DELETE}" with a path`)
  }

  #readNewFile(path: string): Result<PatchChange, string> {
    const text: string[] = []
    while (this.#isWithin()) {
      const line = this.#next()
      if (line === '' && !this.#isWithin()) break
      if (!line.startsWith('+')) return this.#wrong('a line of the new file, which begins with +')
      text.push(`${line.slice(1)}\n`)
    }
    return ok({ type: 'create', path, text: text.join('') })
  }

  #readUpdate(path: string): Result<PatchChange, string> {
    const isMoved = this.#peek().startsWith(MOVE)
    const movedTo = isMoved ? pathIn(this.#next(), MOVE) : null
    const hunks: Hunk[] = []
    while (this.#isWithin()) {
      const hunk = this.#readHunk()
      if (!hunk.ok) return hunk
      hunks.push(hunk.value)
    }
    if (hunks.length === 0 && movedTo === null) return this.#wrong('what changes in the file')
    return ok({ type: 'update', path, hunks, movedTo })
  }

  #readHunk(): Result<Hunk, string> {
    const anchors: string[] = []
    while (this.#isWithin() && this.#peek().startsWith('@@')) {
      const anchor = this.#next().slice(2).trimStart().replace(RANGE, '')
      if (anchor.trim() !== '') anchors.push(anchor)
    }
    const lines: HunkLine[] = []
    while (this.#isWithin() && !this.#peek().startsWith('@@')) {
      const line = lineOf(this.#next())
      if (line === null) return this.#wrong('a line that begins with a space, - or +')
      lines.push(line)
    }
    const isAtEnd = this.#peek().trim() === END_OF_FILE
    if (isAtEnd) this.#at += 1
    // An empty line before the next file is not context.
    const kept = isAtEnd || this.#isWithin() ? lines : withoutEmptyTail(lines)
    if (kept.length === 0) return this.#wrong('the lines of a change')
    return ok({ anchors, lines: kept, isAtEnd })
  }

  /** True if the next line belongs to the current file. */
  #isWithin(): boolean {
    return this.#at < this.#lines.length && !this.#peek().startsWith('*** ')
  }

  #peek(): string {
    return this.#lines[this.#at] ?? ''
  }

  #next(): string {
    const line = this.#peek()
    this.#at += 1
    return line
  }

  #wrong(expected: string): Result<never, string> {
    const at = Math.max(0, this.#at - 1)
    const line = (this.#lines[at] ?? '').slice(0, 100)
    return failed(`Line ${at + this.#first} of the patch should be ${expected}; it is "${line}".`)
  }
}

function withoutEmptyTail(lines: readonly HunkLine[]): readonly HunkLine[] {
  const last = lines.findLastIndex(({ text, type }) => text !== '' || type !== 'same')
  return lines.slice(0, last + 1)
}

function pathIn(line: string, head: string): string {
  return line.slice(head.length).trim()
}

/** Editors and models drop the space of an empty context line. Null if it is not a line of a hunk. */
function lineOf(line: string): HunkLine | null {
  const text = line.slice(1)
  switch (line.at(0)) {
    case undefined:
      return { type: 'same', text: '' }
    case ' ':
      return { type: 'same', text }
    case '-':
      return { type: 'removed', text }
    case '+':
      return { type: 'added', text }
    default:
      return null
  }
}
