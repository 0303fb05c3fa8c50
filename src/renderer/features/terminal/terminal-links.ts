import type { IBufferLine, IBufferRange, ILink, ILinkProvider, Terminal } from '@xterm/xterm'
import { safeLink } from '../../../client/words/safe-link.ts'
import { type NamedPath, piecesOf } from '../../../client/words/path-words.ts'

/** The most rows of a wrapped line that are read in each direction. */
const MOST_ROWS = 12
const ADDRESS = /https?:\/\/[^\s"'<>`]+[^\s"'<>`.,:;!?)\]}]/g

export interface LinkActs {
  readonly openPath: (place: NamedPath) => void
  readonly openAddress: (href: string) => void
  /** True if the click should open a link: only with Mod; without it, a click selects. */
  readonly isMeant: (event: MouseEvent) => boolean
}

interface Found {
  readonly from: number
  readonly to: number
  readonly open: () => void
}

/** Finds paths and addresses in the output. */
export function linksOf(
  terminal: Terminal,
  { isMeant, openAddress, openPath }: LinkActs,
): ILinkProvider {
  const found = (text: string): readonly Found[] => {
    const all: Found[] = []
    for (const { index, 0: words } of text.matchAll(ADDRESS)) {
      const link = safeLink(words, words)
      if (link !== null)
        all.push({ from: index, to: index + words.length, open: () => openAddress(link.href) })
    }
    let at = 0
    for (const { place, text: words } of piecesOf(text)) {
      if (place !== null) all.push({ from: at, to: at + words.length, open: () => openPath(place) })
      at += words.length
    }
    return all
  }
  return {
    provideLinks(y, callback) {
      const line = readLine(terminal, y - 1)
      const links = found(line.text).map(({ from, open, to }): ILink => {
        const range = line.rangeOf(from, to)
        const activate = (event: MouseEvent): void => {
          if (isMeant(event)) open()
        }
        return { range, text: line.text.slice(from, to), activate }
      })
      callback(links.filter(({ range }) => range.start.y <= y && y <= range.end.y))
    },
  }
}

interface ReadLine {
  readonly text: string
  /** The cells of the text between two indices. */
  rangeOf(from: number, to: number): IBufferRange
}

/** The whole line that contains row `at`, and the cell of each of its characters. */
function readLine(terminal: Terminal, at: number): ReadLine {
  const { active } = terminal.buffer
  let first = at
  while (active.getLine(first)?.isWrapped === true && at - first < MOST_ROWS) first -= 1
  let text = ''
  const cells: { readonly x: number; readonly y: number }[] = []
  for (let row = first; row < at + MOST_ROWS; row += 1) {
    const line = active.getLine(row)
    if (line === undefined || (row > first && !line.isWrapped)) break
    for (const [x, characters] of charactersOf(line)) {
      text += characters
      for (let unit = 0; unit < characters.length; unit += 1) cells.push({ x: x + 1, y: row + 1 })
    }
  }
  const cellAt = (place: number): { x: number; y: number } => ({
    ...(cells[place] ?? { x: 1, y: at + 1 }),
  })
  return { text, rangeOf: (from, to) => ({ start: cellAt(from), end: cellAt(to - 1) }) }
}

function* charactersOf(line: IBufferLine): Iterable<readonly [number, string]> {
  for (let x = 0; x < line.length; x += 1) {
    const cell = line.getCell(x)
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) continue
    yield [x, cell.getChars() || ' ']
  }
}
