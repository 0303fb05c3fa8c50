import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { BlobHash } from '../../../shared/ids.ts'
import { openBlobFiles } from '../blobs/blob-files.ts'
import { openAttachedFiles } from '../files/attached-files.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { unfinishedIn } from './unfinished.ts'

test('what another process left unfinished among blobs and attached files goes, what this one writes stays', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  mkdirSync(data)
  const blobs = openBlobFiles(data)
  const attached = openAttachedFiles(data)
  for (const root of [join(data, 'blobs'), `${data}-attached`]) {
    const own = unfinishedIn(root)
    writeFileSync(own, 'half')
    writeFileSync(join(dirname(own), 'of-another.1'), 'half')
  }
  const hash = 'ab'.repeat(32) as BlobHash
  expect(await attached.keep(hash, 'of-a-person.part', Buffer.from('x'))).toMatchObject({
    ok: true,
  })
  for (const each of [blobs, attached]) await each.sweep()
  expect(readdirSync(join(data, 'blobs', 'unfinished'))).toHaveLength(1)
  expect(readdirSync(join(`${data}-attached`, 'unfinished'))).toHaveLength(1)
  expect(readdirSync(join(`${data}-attached`, hash.slice(0, 16)))).toEqual(['of-a-person.part'])
})
