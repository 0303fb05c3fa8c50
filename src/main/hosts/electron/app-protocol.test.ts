import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import { writePage } from '../browser/page.fixture.ts'
import { ESCAPES } from '../browser/ways-out.fixture.ts'
import { recorded } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig
let outside: ReturnType<typeof temporaryFolder>

beforeEach(async () => {
  rig = createRig()
  writePage(rig.root, { 'index.html': '', 'assets/index-1a2b.js': 'export {}' })
  outside = temporaryFolder()
  writeFileSync(join(outside.path, 'secret.html'), 'secret')
  symlinkSync(join(outside.path, 'secret.html'), join(rig.root, 'linked.html'))
  await rig.start()
})
afterEach(async () => {
  await rig.end()
  outside[Symbol.dispose]()
})

async function answerTo(url: string): Promise<readonly unknown[]> {
  const answer = recorded.answerApp?.(new Request(url))
  return [answer?.status, await answer?.text()]
}

test('row 29, protocol: no spelling of a path leads to any other file, of any host', async () => {
  expect(ESCAPES.length).toBeGreaterThanOrEqual(80)
  expect(await answerTo('app://phoenix/assets/index-1a2b.js')).toEqual([200, 'export {}'])
  for (const path of ESCAPES) {
    for (const origin of ['app://phoenix', 'app://evil', 'app://']) {
      const url = origin + path
      if (!URL.canParse(url)) continue
      expect([url, ...(await answerTo(url))]).toEqual([url, 404, ''])
    }
  }
})
