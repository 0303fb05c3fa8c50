import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { copyIncluded } from './copy-included.ts'

test('a copy follows no link of the checkout, at any depth, and creates missing folders', async () => {
  using ground = temporaryFolder()
  const root = realpathSync(ground.path)
  const [from, to, outside] = ['from', 'to', 'outside'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [join(to, 'real'), outside]) mkdirSync(folder, { recursive: true })
  symlinkSync(outside, join(to, 'link'))
  symlinkSync(outside, join(to, 'real/link'))
  symlinkSync(join(outside, 'new'), join(to, 'file'))
  const names = ['link/a', 'link/deep/a', 'real/link/a', 'file', 'real/a', 'new/deep/a', 'top']
  for (const name of names) {
    mkdirSync(dirname(join(from, name)), { recursive: true })
    writeFileSync(join(from, name), name)
  }
  expect(await copyIncluded(names, from, to)).toEqual([
    '4 files of .worktreeinclude could not be copied into the worktree.',
  ])
  expect(readdirSync(outside)).toEqual([])
  for (const name of ['real/a', 'new/deep/a', 'top'])
    expect(readFileSync(join(to, name), 'utf8')).toBe(name)
})
