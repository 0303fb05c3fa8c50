import { firstUnits } from '../../../shared/visible-text.ts'
import { type CodeRun, highlight } from '../../markdown/highlight.ts'
import { LONGEST_LINE } from './lines-in-sight.ts'

/**
 * Lines that are coloured together, from their first one: the whole of a long file would take too long. A comment that
 * began in an earlier piece is therefore not recognised.
 */
const PIECE = 200

/** The colours of a file's lines, in pieces as they come into view. */
export class ColouredLines {
  readonly #lines: readonly string[]
  readonly #language: string
  readonly #pieces = new Map<number, readonly (readonly CodeRun[])[]>()

  constructor(lines: readonly string[], path: string) {
    this.#lines = lines
    this.#language = languageOf(path)
  }

  /** The runs of the line with this index, at most as long as it is drawn. */
  of(index: number): readonly CodeRun[] {
    const piece = Math.floor(index / PIECE)
    const runs = this.#pieces.get(piece) ?? this.#colour(piece)
    this.#pieces.set(piece, runs)
    return runs[index % PIECE] ?? []
  }

  #colour(piece: number): readonly (readonly CodeRun[])[] {
    const lines = this.#lines
      .slice(piece * PIECE, (piece + 1) * PIECE)
      .map((line) => firstUnits(line, LONGEST_LINE))
    const coloured: CodeRun[][] = [[]]
    for (const { classes, text } of highlight(lines.join('\n'), this.#language, false))
      for (const [at, part] of text.split('\n').entries()) {
        if (at > 0) coloured.push([])
        if (part !== '') coloured.at(-1)?.push({ text: part, classes })
      }
    return coloured
  }
}

/** The ending of a name, or the whole name of a file such as a Makefile. */
function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.slice(name.lastIndexOf('.') + 1)
}
