import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createHiddenPlaces } from './hidden-places.ts'
import { secretPlaces } from './home-secrets.ts'

async function hiddenIn(home: string, always: readonly string[] = []): Promise<readonly string[]> {
  const places = createHiddenPlaces({ home, platform: 'linux', always })
  await places.look()
  return places.seen()?.hidden.map(({ path }) => path) ?? []
}

test('every known place of a secret is hidden once it exists, and nothing else of the home', async () => {
  using home = temporaryFolder()
  writeFileSync(join(home.path, 'notes.txt'), '')
  const places = await secretPlaces(home.path, 'linux', () => Promise.resolve([]))
  expect(await hiddenIn(home.path)).not.toContainEqual(expect.stringContaining(home.path))
  for (const path of places) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
  }
  const hidden = await hiddenIn(home.path)
  expect(hidden.filter((path) => path.startsWith(home.path)).toSorted()).toEqual(places.toSorted())
})

test('what is always hidden may lie outside the home', async () => {
  using home = temporaryFolder()
  using other = temporaryFolder()
  expect(await hiddenIn(home.path, [other.path])).toContain(other.path)
})
