import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const RENDERER = join(import.meta.dirname, '../src/renderer')

/** These need nothing from the host while they are open. */
const ALONE = ['lightbox.svelte', 'palette-dialog.svelte']

test('every dialog that needs the host says when it cannot be reached: the line on the page is behind it', () => {
  const dialogs = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.svelte'))
    .map((path) => ({ path, source: readFileSync(join(RENDERER, path), 'utf8') }))
    .filter(({ source }) => source.includes('<dialog'))
  const silent = dialogs.filter(({ source }) => !source.includes('<OfflineLine'))
  expect(dialogs.length).toBeGreaterThan(8)
  expect(silent.map(({ path }) => basename(path)).toSorted()).toEqual(ALONE)
})
