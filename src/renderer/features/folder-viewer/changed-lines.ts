/** The current lines of a file that a unified diff has added, from 1. */
export function addedLines(hunks: string): ReadonlySet<number> {
  const added = new Set<number>()
  let line = 0
  for (const text of hunks.split('\n')) {
    const head = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text)
    if (head !== null) line = Number(head[1])
    else if (text.startsWith('+')) {
      added.add(line)
      line += 1
    } else if (text.startsWith(' ')) line += 1
  }
  return added
}
