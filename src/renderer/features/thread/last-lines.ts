/** The end of a text, at most so many lines, and how many lines stand before it. */
export interface LastLines {
  readonly text: string
  readonly hidden: number
}

/** A last line break ends a line and begins none. */
export function lastLines(text: string, count: number): LastLines {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  let start = body.length
  for (let left = count; left > 0; left -= 1) {
    const at = start === 0 ? -1 : body.lastIndexOf('\n', start - 1)
    if (at === -1) return { text: body, hidden: 0 }
    start = at
  }
  return { text: body.slice(start + 1), hidden: breaksIn(body, start) + 1 }
}

function breaksIn(text: string, end: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1))
    breaks += 1
  return breaks
}
