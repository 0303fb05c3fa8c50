import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { stackInSources } from './source-stack.ts'

/** A chunk whose second line, from its third column on, is line 5, column 3 of a source; returns its address. */
function chunk(map: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix map-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'core-1a2b.js.map'), map)
  return pathToFileURL(join(folder, 'core-1a2b.js')).href
}

const MAP = JSON.stringify({
  version: 3,
  sources: ['../../../src/main/core/transition.ts'],
  names: [],
  mappings: ';EAIE',
})

test('places in built code are mapped to their sources, others stay', () => {
  const built = chunk(MAP)
  const stack = `Error: at ${built}
    at decide (${built}:2:3)
    at async ${built}:2:9
    at decide (${fileURLToPath(built)}:2:3)
    at async ${fileURLToPath(built)}:2:9
    at start (${built}:1:1)
    at node:internal/timers:10:5
    at open (file:///elsewhere/none.js:1:2)`
  expect(stackInSources(stack)).toBe(`Error: at ${built}
    at decide (src/main/core/transition.ts:5:3)
    at async src/main/core/transition.ts:5:3
    at decide (src/main/core/transition.ts:5:3)
    at async src/main/core/transition.ts:5:3
    at start (${built}:1:1)
    at node:internal/timers:10:5
    at open (file:///elsewhere/none.js:1:2)`)
})

test.each(['', '{', 'null', '{"version":3}'])(
  'a broken map (%j) leaves the stack as it is',
  (map) => {
    const stack = `Error: x\n    at decide (${chunk(map)}:2:3)`
    expect(stackInSources(stack)).toBe(stack)
  },
)
