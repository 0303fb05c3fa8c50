import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './packaged-files.ts'

/** An import at the start of a program. Others stand within a function, and are indented or behind an arrow. */
const AT_START = /^(?!\s|.*=>).*\brequire\("(\.[^"]+\.js)"\)/gm

/** The files that a built program loads at its start, by name, with their lengths. */
function loadedBy(entry: string): ReadonlyMap<string, number> {
  const loaded = new Map<string, number>()
  const load = (file: string): void => {
    if (loaded.has(basename(file))) return
    const text = readFileSync(file, 'utf8')
    loaded.set(basename(file), text.length)
    for (const [, name = ''] of text.matchAll(AT_START)) load(join(dirname(file), name))
  }
  load(join(ROOT, 'out/main', entry))
  return loaded
}

// Modules that a thread or helper shares with the program must be split from the rest of it (electron.vite.config.ts).
test.each([
  // A fork takes longer the more memory the process holds, and each command needs one.
  ['process-host-entry.js', 60],
  ['utility-entry.js', 60],
  ['sweep-worker.js', 40],
  ['search-worker.js', 150],
  ['patch-worker.js', 80],
  ['pdf-worker.js', 20],
  // With the terminal's own library.
  ['terminal-host-entry.js', 400],
  ['terminal-utility-entry.js', 400],
  // Before it knows the command.
  ['command-line-program.js', 60],
])('%s loads only what it needs: at most %d KB', (entry, most) => {
  const loaded = loadedBy(entry)
  expect(loaded.size).toBeGreaterThan(1)
  const lengths = [...loaded.values()].reduce((sum, length) => sum + length, 0)
  expect(lengths / 1_000, [...loaded.keys()].join(', ')).toBeLessThan(most)
})
