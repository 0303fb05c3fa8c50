import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { openTemporaries } from './temporaries.ts'

const KILLED = join(import.meta.dirname, 'killed-write.fixture.ts')

/** A data folder and a person's folder after a kill in the middle of a write. */
function killed(root: string): { readonly data: string; readonly work: string } {
  const [data, work] = [join(root, 'data'), join(root, 'work')]
  for (const folder of [data, work]) mkdirSync(folder)
  expect(spawnSync(process.execPath, [KILLED, data, work]).signal).toBe('SIGKILL')
  return { data, work }
}

test('what a kill in the middle of a write leaves in a person’s folder goes at the next start, and nothing else', async () => {
  using root = temporaryFolder()
  const { data, work } = killed(root.path)
  const [left] = readdirSync(work)
  expect(left).toMatch(/^\.first\.txt\.[0-9a-f]{12}\.tmp$/)
  const alike = '.first.txt.0123456789ab.tmp'
  writeFileSync(join(work, alike), 'of a person, or of another Phoenix')
  await openTemporaries(data).sweep()
  expect(readdirSync(work)).toEqual([alike])
  expect(readdirSync(join(data, 'undo', 'unfinished'))).toEqual([])
})

test('a folder that leads somewhere else by now is left alone', async () => {
  using root = temporaryFolder()
  const { data, work } = killed(root.path)
  renameSync(work, `${work}-moved`)
  symlinkSync(`${work}-moved`, work)
  await openTemporaries(data).sweep()
  expect(readdirSync(work)).toHaveLength(1)
})

test('a write that is going on keeps its temporary files; afterwards nothing is noted', async () => {
  using root = temporaryFolder()
  const path = join(root.path, '.a.txt.0123456789ab.tmp')
  const temporaries = openTemporaries(root.path)
  const forget = await temporaries.note([path])
  writeFileSync(path, 'half')
  await temporaries.sweep()
  expect(readdirSync(root.path)).toContain('.a.txt.0123456789ab.tmp')
  await forget()
  expect(readdirSync(join(root.path, 'undo', 'unfinished'))).toEqual([])
})
