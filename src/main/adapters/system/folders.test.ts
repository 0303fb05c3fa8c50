import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, asyncProperty, constantFrom } from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyText } from '../../../shared/testing/any-text.ts'
import { checkFolder, completeFolder, folderPort } from './folders.ts'

let root: string
let home: string
let data: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-folders-')))
  home = join(root, 'home')
  data = join(home, 'data')
  for (const name of ['code', 'code-old', 'docs', '.config', 'data/log']) {
    mkdirSync(join(home, name), { recursive: true })
  }
  writeFileSync(join(home, 'code.txt'), '')
  symlinkSync(join(home, 'docs'), join(home, 'code-link'))
  symlinkSync(join(home, 'nowhere'), join(home, 'code-broken'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('completion offers folders and links to folders, but no files, sorted', async () => {
  expect(await completeFolder(join(home, 'co'), home, data)).toEqual(
    ['code', 'code-link', 'code-old'].map((name) => join(home, name)),
  )
})

test('a tilde means the home folder and stays as typed', async () => {
  expect(await completeFolder('~/doc', home, data)).toEqual(['~/docs'])
  expect(await completeFolder('~', home, data)).toEqual([
    '~/code',
    '~/code-link',
    '~/code-old',
    '~/docs',
  ])
  expect(await completeFolder('', home, data)).toEqual([home])
})

test('hidden folders are offered only when the dot is typed', async () => {
  expect(await completeFolder(`${home}/.`, home, data)).toEqual([join(home, '.config')])
})

test('at most 50 folders are offered', async () => {
  for (let n = 0; n < 60; n += 1) mkdirSync(join(root, 'many', `n${n}`), { recursive: true })
  expect(await completeFolder(join(root, 'many/'), home, data)).toHaveLength(50)
})

test('any text is completed without an error, and each offer starts with it', async () => {
  await assert(
    asyncProperty(anyText(), constantFrom('', '/', '~', '~/', '/proc/'), async (text, start) => {
      const typed = start + text
      const offered = await completeFolder(typed, home, data)
      expect(offered.every((path) => path.startsWith(typed) || typed === '')).toBe(true)
      await checkFolder(typed, home, data)
    }),
    { numRuns: 300 },
  )
})

test('a good folder is answered with its absolute real path', async () => {
  expect(await checkFolder('~/code-link', home, data)).toEqual({
    ok: true,
    value: join(home, 'docs'),
  })
  expect(await checkFolder(` ${home}/code/ `, home, data)).toEqual({
    ok: true,
    value: join(home, 'code'),
  })
  expect(await checkFolder('~', home, data)).toEqual({ ok: true, value: home })
})

test('spaces at the ends belong to the name where such a folder exists, and are none of it elsewhere', async () => {
  const spaced = join(home, 'code ')
  mkdirSync(spaced)
  expect(await checkFolder(spaced, home, data)).toEqual({ ok: true, value: spaced })
  expect(await checkFolder('~/code ', home, data)).toEqual({ ok: true, value: spaced })
  expect(await checkFolder(`${home}/docs `, home, data)).toEqual({
    ok: true,
    value: join(home, 'docs'),
  })
})

test('each bad folder has its code and a sentence', async () => {
  const cases: readonly (readonly [string, string])[] = [
    [join(home, 'gone'), 'folderMissing'],
    [join(home, 'code.txt/inner'), 'folderMissing'],
    [join(home, 'code-broken'), 'folderMissing'],
    ['relative/path', 'folderMissing'],
    ['', 'folderMissing'],
    ['/a\0b', 'folderMissing'],
    [`/${'x'.repeat(4000)}`, 'folderMissing'],
    [join(home, 'code.txt'), 'folderNotReadable'],
    [data, 'folderRefused'],
    [join(data, 'log'), 'folderRefused'],
  ]
  for (const [text, code] of cases) {
    expect(await checkFolder(text, home, data)).toEqual({
      ok: false,
      error: { code, message: expect.stringMatching(/^[A-Z/].{10,400}\.$/) },
    })
  }
})

test('neither the data folder, a link to it, nor anything in it is offered', async () => {
  symlinkSync(data, join(home, 'code-sly'))
  expect(await completeFolder(join(home, 'code-s'), home, data)).toEqual([])
  expect(await completeFolder(join(home, 'da'), home, data)).toEqual([])
  expect(await completeFolder(`${data}/`, home, data)).toEqual([])
})

test('a link into the data folder is refused too', async () => {
  symlinkSync(join(data, 'log'), join(home, 'sly'))
  expect(await checkFolder('~/sly', home, data)).toMatchObject({ error: { code: 'folderRefused' } })
})

test('a folder is missing if its path holds no folder, and present if it only cannot be read', async () => {
  expect(await looks(join(home, 'code'))).toEqual([false, false])
  expect(await looks(join(home, 'code-link'))).toEqual([false, false])
  expect(await looks(join(home, 'nowhere'))).toEqual([true, true])
  expect(await looks(join(home, 'code.txt'))).toEqual([true, true])
  expect(await looks(join(home, 'code.txt', 'below'))).toEqual([true, true])
  const [one, other] = [join(home, 'loop-a'), join(home, 'loop-b')]
  symlinkSync(one, other)
  symlinkSync(other, one)
  expect(await looks(one)).toEqual([false, false])
})

async function looks(path: string): Promise<unknown> {
  return [folderPort.isGone(path), await folderPort.look(path)]
}
