import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imported-files.fixture.ts'

/** Folders of a layer, from what all others are made of to what is made of them; `.` is the layer's own folder. */
const LAYERS = {
  core: [
    'machine',
    'request/text',
    'request',
    'turn',
    'round',
    'states',
    '.',
    'log',
    'view',
    'testing',
  ],
  runtime: [
    '.',
    'ports/access',
    'ports/servers',
    'ports',
    'conversation/feed',
    'conversation/record',
    'conversation',
    'budget',
    'terminals',
    'short-requests',
    'registry',
    'commands/session',
    'commands/undo',
    'commands/history',
    'commands',
    'fakes/contracts',
    'fakes/memory',
    'fakes/absent',
    'fakes',
  ],
} as const

test.each(Object.entries(LAYERS))(
  'no file of %s imports from a layer above it, types included',
  (layer, order: readonly string[]) => {
    const root = join(import.meta.dirname, layer)
    const heightOf = (path: string): number => order.indexOf(dirname(relative(root, path)))
    const files = globSync('**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => join(root, file))
    expect(files.length).toBeGreaterThan(60)
    expect(files.filter((file) => heightOf(file) === -1)).toEqual([])
    const upward = files.flatMap((file) =>
      importsOf(file)
        .filter((to) => heightOf(to) > heightOf(file))
        .map((to) => `${relative(root, file)} imports ${relative(root, to)}`),
    )
    expect(upward).toEqual([])
  },
)
