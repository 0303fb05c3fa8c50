import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOOK_BYTES } from '../../../shared/protocol/browse-commands.ts'
import type { FolderFilesPort } from '../../runtime/ports/folder-files-port.ts'
import { createFolderFiles } from './folder-files.ts'

let base: string
let folder: string
let files: FolderFilesPort

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-look-')))
  folder = join(base, 'work')
  mkdirSync(join(base, 'data'))
  write('src/app.ts', 'one\ntwo\n')
  write('src/parts/a10.ts', '')
  write('src/parts/a9.ts', '')
  write('dist/app.js', 'built')
  write('.gitignore', 'dist\n')
  execFileSync('git', ['init', '-q'], { cwd: folder })
  files = createFolderFiles(
    { home: base, dataFolder: join(base, 'data'), commands: async () => [] },
    () => 0,
  )
})
afterEach(() => rmSync(base, { recursive: true }))

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

async function namesUnder(under: string): Promise<readonly string[]> {
  const listed = await files.list(folder, under)
  if (!listed.ok) throw new Error(listed.error)
  return listed.value.entries.map(({ isFolder, name }) => `${name}${isFolder ? '/' : ''}`)
}

test('a folder is listed with folders first, and without what git ignores', async () => {
  expect(await namesUnder('')).toEqual(['src/', '.gitignore'])
  expect(await namesUnder('src/')).toEqual(['parts/', 'app.ts'])
  expect(await namesUnder('src/parts/')).toEqual(['a9.ts', 'a10.ts'])
  expect(await namesUnder('gone/')).toEqual([])
})

test('a long text arrives in parts of whole lines, which together are the file', async () => {
  const line = 'Zeile mit Umläuten äöü und 日本\n'
  const whole = line.repeat(10_000)
  write('long.txt', whole)
  let [read, from, parts]: [string, number | null, number] = ['', 0, 0]
  while (from !== null) {
    const part = await files.look(folder, 'long.txt', from)
    if (!part.ok || part.value.type !== 'text') throw new Error('no text')
    expect(part.value.text.endsWith('\n')).toBe(true)
    read += part.value.text
    from = part.value.next
    parts += 1
  }
  expect(read).toBe(whole)
  expect(parts).toBeGreaterThan(3)
})

test('a line longer than a part is cut between characters', async () => {
  for (const shift of ['', 'x', 'xx']) {
    write('line.txt', shift + '日'.repeat(LOOK_BYTES))
    const first = await files.look(folder, 'line.txt', 0)
    expect(first.ok && first.value.type === 'text' && first.value.text).not.toContain('\uFFFD')
  }
})

test('images are returned as they are, other bytes are described, and nothing outside the folder is read', async () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200_000, 7)])
  write('cat.png', png)
  write('program', Buffer.from([1, 0, 2]))
  write('../beside.txt', 'secret')
  symlinkSync(join(base, 'beside.txt'), join(folder, 'link.txt'))
  const first = await files.look(folder, 'cat.png', 0)
  if (!first.ok || first.value.type !== 'image') throw new Error('no image')
  const second = await files.look(folder, 'cat.png', first.value.next ?? 0)
  expect(first.value).toMatchObject({ mediaType: 'image/png', from: 0, bytes: png.length })
  expect(second).toMatchObject({ value: { type: 'image', from: LOOK_BYTES } })
  expect(await files.look(folder, 'program', 0)).toMatchObject({
    value: { type: 'other', bytes: 3 },
  })
  for (const path of ['../beside.txt', 'link.txt', join(base, 'beside.txt'), 'gone.txt', 'src'])
    expect([path, (await files.look(folder, path, 0)).ok]).toEqual([path, false])
})

test('a file of a folder that is gone is not shown, and the reason is said', async () => {
  renameSync(folder, join(base, 'renamed'))
  const look = await files.look(folder, 'src/app.ts', 0)
  expect(look).toEqual({ ok: false, error: expect.stringContaining('it does not exist') })
})
