import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Workspace, type CallAnswer } from '../calling.fixture.ts'
import { workspaceForEachTest } from '../workspace-for-each.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

/** The files that a result names, in its order. */
function filesIn({ text }: CallAnswer): readonly string[] {
  return text.split('\n').filter((line) => !line.startsWith('['))
}

test('glob finds files by path, in pages; ignored files stay out', async () => {
  execFileSync('git', ['init', '-q'], { cwd: workspace.folder })
  workspace.write('.gitignore', 'dist/\n')
  for (const name of ['src/b.test.ts', 'src/a.ts', 'c.ts', 'dist/d.ts', '.hidden/e.ts', 'f.md']) {
    workspace.write(name, '')
  }
  const find = (pattern: string, options = {}): Promise<CallAnswer> =>
    workspace.call('glob', { pattern, ...options })
  expect(await find('*.ts')).toEqual({
    outcome: 'ok',
    summary: '4 files',
    text: '.hidden/e.ts\nc.ts\nsrc/a.ts\nsrc/b.test.ts\n[4 files match]',
  })
  expect(filesIn(await find('src/*.ts'))).toEqual(['src/a.ts', 'src/b.test.ts'])
  expect(filesIn(await find('**/*.test.*'))).toEqual(['src/b.test.ts'])
  expect(filesIn(await find('*.ts', { path: 'src' }))).toEqual(['src/a.ts', 'src/b.test.ts'])
  expect((await find('*', { limit: 2, offset: 1 })).text).toBe(
    '.hidden/e.ts\nc.ts\n[6 files match; for more, set offset to 3]',
  )
  expect((await find('*.rs')).text).toBe('[0 files match]')
  expect((await find('[')).text).toContain('Not searched')
  expect((await find('*', { path: 'c.ts' })).text).toContain('is a file. Use read_file')
})

test('a folder is listed to a depth; deeper entries are counted', async () => {
  for (const name of [
    'b.ts',
    'src/a.ts',
    'src/lib/deep/x',
    'src/lib/deep/y',
    'src/lib/z',
    '.hidden',
  ]) {
    workspace.write(name, '')
  }
  mkdirSync(join(workspace.folder, 'empty'))
  expect(await workspace.call('list_files', { depth: 2 })).toEqual({
    outcome: 'ok',
    summary: '6 files',
    text: '.hidden\nb.ts\nsrc/a.ts\nsrc/lib/ (3 files)\n[6 files in all]',
  })
  expect((await workspace.call('list_files', { path: 'src/lib', depth: 1 })).text).toBe(
    'src/lib/deep/ (2 files)\nsrc/lib/z\n[3 files in all]',
  )
  expect((await workspace.call('list_files', { path: 'empty' })).text).toContain('has no files')
  expect((await workspace.call('list_files', { path: 'b.ts' })).text).toContain(
    'is a file. Use read_file',
  )
  expect((await workspace.call('list_files', { path: 'none' })).text).toContain('no file or folder')
  expect((await workspace.call('list_files', { depth: 0 })).text).toContain('depth')
})

test('a large tree is cut to 32 KB with its number of files', async () => {
  for (let file = 0; file < 1_000; file++)
    workspace.write(`folder/${'name'.repeat(10)}-${file}`, '')
  const { summary, text } = await workspace.call('list_files', {})
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32 * 1024)
  expect(text).toMatch(/\[1,000 files in all; \d+ lines left out/)
  expect(summary).toBe('1,000 files')
})
