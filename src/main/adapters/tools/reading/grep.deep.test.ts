import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Workspace } from '../calling.fixture.ts'
import { filesIn, searchIn } from './grep.fixture.ts'
import { workspaceForEachTest } from '../workspace-for-each.fixture.ts'

let workspace: Workspace

workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

const search = searchIn(() => workspace)

test('each of more than a thousand matches is reached by paging, once', async () => {
  const expected: string[] = []
  const lines = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  const content = `needle 1\nstraw\n${lines
    .slice(1)
    .map((line) => `needle ${line}\n`)
    .join('')}`
  for (let file = 0; file < 140; file++) {
    workspace.write(`f/${String(file).padStart(3, '0')}`, content)
    expected.push(...lines.map((line) => `${file}.${line}`))
  }
  const found: string[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const { text } = await search('needle', { limit: 450, offset })
    expect(text).toMatch(/of 1,400 matching lines in 140 files/)
    let file = ''
    for (const line of text.split('\n')) {
      const [, number] = /^ {2}(\d+): needle/.exec(line) ?? []
      if (number === undefined) file = String(Number(line.slice(2)))
      else found.push(`${file}.${number}`)
    }
    const [, next] = /set offset to (\d+)\]$/.exec(text) ?? []
    offset = next === undefined ? null : Number(next)
  }
  expect(found).toEqual(expected)
  const names = await search('needle', {
    output_mode: 'files_with_matches',
    offset: 100,
    limit: 20,
  })
  expect(filesIn(names)).toEqual(Array.from({ length: 20 }, (_, at) => `f/${100 + at}`))
  expect(names.text).toMatch(
    /\[files 101 to 120 of 140 files with matches; for more, set offset to 120\]$/,
  )
  expect((await search('needle', { offset: 2_000 })).text).toContain('none at offset 2000 or later')
})

test('patterns that look like options, globs or commands are patterns', async () => {
  workspace.write('a', '--pre=touch /tmp/x\n$(id) `id` *\n')
  for (const pattern of ['--pre=touch', '-e', '$(id)', '`id`', '*', '--']) {
    const { outcome, text } = await search(pattern, { literal: true })
    expect([pattern, outcome]).toEqual([pattern, 'ok'])
    if (pattern !== '-e') expect(text).toContain('in 1 file]')
  }
})

test('huge lines and long results are cut, and it says so', async () => {
  workspace.write('min.js', `needle${'x'.repeat(5_000_000)}\n`)
  expect((await search('needle')).text.length).toBeLessThan(1_000)
  for (let file = 0; file < 60; file++)
    workspace.write(`many/${file}`, `needle ${'y'.repeat(300)}\n`.repeat(150))
  const { text } = await search('needle', { limit: 1_000 })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32 * 1024)
  expect(text).toMatch(
    /\[matching lines 1 to \d+ of 9,001 matching lines in 61 files; for more, set offset to \d+\]$/,
  )
})

test('a file larger than ripgrep can safely hold is skipped; searched by name, it says so', async () => {
  const log = join(workspace.folder, 'large.log')
  const piece = Buffer.alloc(1024 * 1024, '.\n')
  for (let count = 0; count < 100; count++) appendFileSync(log, piece)
  writeFileSync(log, 'needle\n', { flag: 'r+' })
  expect(filesIn(await search('needle'))).toEqual(['large.log'])
  appendFileSync(log, '.')
  expect(filesIn(await search('needle'))).toEqual([])
  expect(await search('needle', { path: 'large.log' })).toMatchObject({
    outcome: 'failed',
    text: expect.stringMatching(/^large\.log is larger than 100 MB and is not searched/),
  })
})
