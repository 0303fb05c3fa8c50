import { READING_TOOLS } from '../../../../shared/conversation/file-tools.ts'
import { lastUnits } from '../../../../shared/visible-text.ts'

/** How much of a running command's output can be laid out with every frame: a line of 200,000 letters takes seconds. */
const LENGTH_WHILE_RUNNING = { few: 8_000, many: 64_000 }

/** One end of a text, at most this many lines, and how many are left out at the other. */
export interface SomeLines {
  readonly text: string
  readonly hidden: number
}

/** The end of a command's output says how it went; search results are ordered, so their beginning counts. */
export function endShownOf(tool: string): 'first' | 'last' {
  return READING_TOOLS.has(tool) ? 'first' : 'last'
}

/** A final line break does not begin another line. */
export function firstLines(text: string, count: number): SomeLines {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  let end = -1
  for (let left = count; left > 0; left -= 1) {
    end = body.indexOf('\n', end + 1)
    if (end === -1) return { text: body, hidden: 0 }
  }
  return { text: body.slice(0, end), hidden: breaksIn(body.slice(end), Infinity) }
}

/** A final line break does not begin another line. */
export function lastLines(text: string, count: number): SomeLines {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  let start = body.length
  for (let left = count; left > 0; left -= 1) {
    const at = start === 0 ? -1 : body.lastIndexOf('\n', start - 1)
    if (at === -1) return { text: body, hidden: 0 }
    start = at
  }
  return { text: body.slice(start + 1), hidden: breaksIn(body, start) + 1 }
}

/** The end of lines of a running command, and how many code units are left out before it. */
export function drawnWhileRunning(
  lines: string,
  amount: keyof typeof LENGTH_WHILE_RUNNING,
): { readonly text: string; readonly cut: number } {
  const text = lastUnits(lines, LENGTH_WHILE_RUNNING[amount])
  return { text, cut: lines.length - text.length }
}

function breaksIn(text: string, end: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1))
    breaks += 1
  return breaks
}
