import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { reincludedBy } from './reincluded-files.ts'

// ripgrep lists names in the order in which its threads find them, so the folders may be anywhere among the files.
test('if git ignores too much to exclude one by one, whole folders come before single files', async () => {
  using folder = temporaryFolder()
  const at = (name: string): string => join(folder.path, name)
  execFileSync('git', ['init', '-q'], { cwd: folder.path })
  writeFileSync(at('.gitignore'), '*.log\nbuilt-*/\n')
  for (let file = 0; file < 2_000; file++) writeFileSync(at(`${file}.log`), '')
  const names = Array.from({ length: 20 }, (_, number) => `built-${number}`)
  for (const name of names) {
    mkdirSync(at(name))
    for (const file of ['a', 'b']) writeFileSync(at(join(name, file)), '')
  }
  const { signal } = new AbortController()
  const { exclusions } = await reincludedBy('**', {
    args: [],
    folder: folder.path,
    limitMs: 10_000,
    signal,
  })
  expect(exclusions).toEqual(expect.arrayContaining(names.map((name) => `--glob=!/${name}`)))
})
