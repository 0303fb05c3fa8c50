import { expect, test } from 'vitest'
import { seatbeltProfile } from './seatbelt.ts'

const PROFILE = {
  folder: '/Users/me/a "b"',
  sandboxPolicy: { folder: 'writable', network: true },
  linked: null,
  hidden: ['/Users/me/.ssh', '/Users/me/Library/Application Support/Phoenix'],
  ownRoot: '/Users/me/Library/Caches/Phoenix/x',
  temp: '/Users/me/Library/Caches/Phoenix/x/temp',
  cache: '/Users/me/Library/Caches/Phoenix/x/folders/y',
} as const

/** The position of the last rule that contains all of these words, which decides. */
function placeOf(text: string, ...words: readonly string[]): number {
  return text.split('\n').findLastIndex((line) => words.every((word) => line.includes(word)))
}

test('a Mac writes only in the folder, the temp folder and the caches, and not to what git runs', () => {
  const text = seatbeltProfile(PROFILE)
  const nothing = placeOf(text, '(deny file-write*)')
  const folder = placeOf(text, 'allow file-write*', String.raw`(subpath "/Users/me/a \"b\"")`)
  const hooks = placeOf(text, 'deny file-write*', '/.git/hooks', '/.git/config', '/.git/commondir')
  expect([nothing, folder, hooks]).toEqual([nothing, folder, hooks].toSorted((a, b) => a - b))
  expect(nothing).toBeGreaterThan(0)
  expect(placeOf(text, 'deny file-write-create file-write-unlink', '/.git"')).toBeGreaterThan(
    folder,
  )
})

test('secrets, the data folder and other caches can neither be read nor written', () => {
  const text = seatbeltProfile(PROFILE)
  const hidden = placeOf(text, 'deny file-read* file-write*', '.ssh', 'Phoenix"', '/x"')
  expect(hidden).toBeGreaterThan(placeOf(text, 'allow file-write*', '/Users/me/a'))
  expect(placeOf(text, 'allow file-read* file-write*', '/x/temp')).toBeGreaterThan(hidden)
})

test('a read-only conversation writes nothing in its folder, and one without network reaches none', () => {
  const sandboxPolicy = { folder: 'readOnly', network: false } as const
  const text = seatbeltProfile({ ...PROFILE, sandboxPolicy })
  expect(placeOf(text, 'allow file-write*', '/Users/me/a')).toBe(-1)
  expect(text.split('\n').at(-1)).toBe('(deny network*)')
  expect(seatbeltProfile(PROFILE)).not.toContain('(deny network*)')
})

test('in a linked work tree a commit can be written, but not the pointer to the repository', () => {
  const linked = { common: '/r/.git', own: '/r/.git/worktrees/x' }
  const text = seatbeltProfile({ ...PROFILE, linked })
  const allowed = placeOf(
    text,
    'allow file-write*',
    '(subpath "/r/.git/worktrees/x")',
    '/r/.git/refs',
  )
  expect(allowed).toBeGreaterThan(0)
  expect(placeOf(text, 'deny file-write*', '/x/commondir', '/x/modules')).toBeGreaterThan(allowed)
  expect(placeOf(text, 'file-write-unlink', '(literal "/r/.git/objects")')).toBeGreaterThan(allowed)
  const sandboxPolicy = { folder: 'readOnly', network: true } as const
  expect(seatbeltProfile({ ...PROFILE, linked, sandboxPolicy })).not.toContain('/r/.git')
})

test('signals reach only processes under the same rules', () => {
  const text = seatbeltProfile(PROFILE)
  expect(placeOf(text, 'allow signal (target same-sandbox)')).toBeGreaterThan(
    placeOf(text, '(deny signal)'),
  )
})

test('neither the keychain nor a program outside can be asked to act', () => {
  const text = seatbeltProfile(PROFILE)
  expect(text).toContain('(deny lsopen)')
  expect(placeOf(text, 'deny mach-lookup', 'com.apple.SecurityServer')).toBeGreaterThan(0)
})
