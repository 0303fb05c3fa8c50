import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { BlobHash } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { openBlobFiles } from './blob-files.ts'
import { storedBytes } from './stored-bytes.fixture.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-blobs-'))
  folders.push(folder)
  return folder
}

async function kept(folder: string, bytes: Uint8Array): Promise<BlobHash> {
  const result = await openBlobFiles(folder).keep(bytes)
  if (!result.ok) throw new Error(result.error)
  return result.value
}

test('a blob written in this tick is readable at once, and queued for flushing once', () => {
  const folder = freshFolder()
  const later: string[] = []
  const blobs = openBlobFiles(folder, (path) => later.push(path))
  const bytes = new Uint8Array([1, 2, 3])
  const first = blobs.keepNow(bytes)
  expect(blobs.keepNow(bytes)).toEqual(first)
  const hash = first.ok ? first.value : expect.fail(first.error)
  expect(storedBytes(blobs, hash)).toEqual(Buffer.from(bytes))
  expect(later).toEqual([join(folder, 'blobs', '03', hash)])
  expect(readdirSync(join(folder, 'blobs', '03'))).toEqual([hash])
})

test('bytes are found under their hash, and equal bytes are one file', async () => {
  const folder = freshFolder()
  const bytes = new Uint8Array([1, 2, 3])
  const hash = await kept(folder, bytes)
  expect(await kept(folder, bytes)).toBe(hash)
  expect(hash).toBe('039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81')
  expect([...(storedBytes(openBlobFiles(folder), hash) ?? [])]).toEqual([1, 2, 3])
  expect(readdirSync(join(folder, 'blobs', hash.slice(0, 2)))).toEqual([hash])
})

test('a file whose contents no longer match its name is not a blob', async () => {
  const folder = freshFolder()
  const hash = await kept(folder, new Uint8Array([1]))
  writeFileSync(join(folder, 'blobs', hash.slice(0, 2), hash), 'other')
  expect(storedBytes(openBlobFiles(folder), hash)).toBeNull()
  expect(storedBytes(openBlobFiles(folder), '0'.repeat(64) as BlobHash)).toBeNull()
})

test('large bytes are written in the background under the same name, once, and no partial file is left', async () => {
  const folder = freshFolder()
  const files = openBlobFiles(folder)
  const bytes = new Uint8Array(3_000_000).fill(7)
  const both = await Promise.all([files.keep(bytes), files.keep(bytes)])
  const hash = await kept(folder, bytes)
  expect(both).toEqual([
    { ok: true, value: hash },
    { ok: true, value: hash },
  ])
  expect(readdirSync(join(folder, 'blobs', hash.slice(0, 2)))).toEqual([hash])
})

test('a blob is read in pieces, and its size is known without reading it', async () => {
  const folder = freshFolder()
  const files = openBlobFiles(folder)
  const hash = await kept(folder, new Uint8Array([1, 2, 3, 4, 5]))
  expect(files.readPiece(hash, 3, 10)).toEqual(ok({ data: Buffer.from([4, 5]), bytes: 5 }))
  expect(files.readPiece(hash, 9, 10)).toEqual(ok({ data: Buffer.alloc(0), bytes: 5 }))
  expect(files.sizeOf(hash)).toEqual({ ok: true, value: 5 })
  const none = '0'.repeat(64) as BlobHash
  expect(files.readPiece(none, 0, 1)).toEqual(ok(null))
  expect(files.sizeOf(none)).toEqual({ ok: true, value: null })
})

test('a folder that cannot be written gives a fault, and leaves nothing behind', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'blobs'), 'a file in the way')
  expect(await openBlobFiles(folder).keep(new Uint8Array([1]))).toEqual({
    ok: false,
    error: 'io',
  })
  expect(readdirSync(folder)).toEqual(['blobs'])
})

test('writing at once and in the background give the same blob, and both say why they failed', async () => {
  const folder = freshFolder()
  const files = openBlobFiles(folder)
  const hash = await kept(folder, new Uint8Array([1, 2, 3]))
  expect(files.keepNow(new Uint8Array([1, 2, 3]))).toEqual({ ok: true, value: hash })
  const now = files.keepNow(new Uint8Array([4]))
  expect(now.ok && [...(storedBytes(files, now.value) ?? [])]).toEqual([4])
  writeFileSync(join(folder, 'file'), '')
  expect(openBlobFiles(join(folder, 'file')).keepNow(new Uint8Array([5]))).toEqual({
    ok: false,
    error: 'io',
  })
})

test.for([
  ['cut to nothing', Buffer.alloc(0)],
  ['cut short', Buffer.from([1, 2])],
  ['changed', Buffer.from([1, 2, 4])],
] as const)(
  'a blob that was %s is written again when the same bytes are stored',
  async ([, damage]) => {
    const folder = freshFolder()
    const files = openBlobFiles(folder)
    const bytes = new Uint8Array([1, 2, 3])
    const hash = await kept(folder, bytes)
    const place = join(folder, 'blobs', hash.slice(0, 2), hash)
    writeFileSync(place, damage)
    expect(storedBytes(files, hash)).toBeNull()
    await kept(folder, bytes)
    expect([...(storedBytes(files, hash) ?? [])]).toEqual([1, 2, 3])
    writeFileSync(place, damage)
    expect(files.keepNow(bytes)).toEqual({ ok: true, value: hash })
    expect([...(storedBytes(files, hash) ?? [])]).toEqual([1, 2, 3])
  },
)

test.skipIf(process.platform === 'win32')(
  'a blob that cannot be read now is not gone, in whichever way it is read, and is not removed',
  async () => {
    const folder = freshFolder()
    const files = openBlobFiles(folder)
    const hash = await kept(folder, new Uint8Array([1, 2, 3]))
    const fault = failed('its links form a loop')
    {
      using _ = unreadable(join(folder, 'blobs', hash.slice(0, 2)))
      expect(files.read(hash)).toEqual(fault)
      expect(files.readPiece(hash, 0, 1)).toEqual(fault)
      expect(await files.readInPieces(hash)).toEqual(fault)
      expect(files.isKeptSince(hash, Date.now() + 60_000)).toBe(true)
      expect(files.remove(hash)).toBe(false)
    }
    expect(files.remove(hash)).toBe(true)
    expect(files.remove(hash)).toBe(true)
  },
)

test('equal bytes that are removed while they are stored again are kept', async () => {
  const bytes = new Uint8Array(4 * 1024 * 1024)
  for (let turn = 0; turn < 12; turn += 1) {
    const folder = freshFolder()
    const hash = await kept(folder, bytes)
    const old = new Date(Date.now() - 3_600_000)
    utimesSync(join(folder, 'blobs', hash.slice(0, 2), hash), old, old)
    const blobs = openBlobFiles(folder)
    const since = Date.now() - 60_000
    const again = blobs.keep(bytes)
    for (let turns = 0; turns < turn; turns += 1) await setImmediate()
    if (!blobs.isKeptSince(hash, since)) blobs.remove(hash)
    expect(await again).toEqual(ok(hash))
    expect(storedBytes(blobs, hash)).not.toBeNull()
  }
})
