import { expect, test } from 'vitest'
import { asFolder, baseName, isOfFolderField, parentFolder } from './folder-path.ts'

test.each([
  ['/home/me/app', '/home/me/app/', '/home/me', 'app'],
  ['/home/me/app/', '/home/me/app/', '/home/me', 'app'],
  ['/home', '/home/', '/', 'home'],
  ['/', '/', null, '/'],
  ['~', '~/', null, '~'],
  ['~/app', '~/app/', '~', 'app'],
  ['C:\\code\\app', 'C:\\code\\app\\', 'C:\\code', 'app'],
  ['C:\\code', 'C:\\code\\', 'C:\\', 'code'],
])(
  '%s: its contents begin with %s, it lies in %s and is called %s',
  (folder, inside, parent, name) => {
    expect([asFolder(folder), parentFolder(folder), baseName(folder)]).toEqual([
      inside,
      parent,
      name,
    ])
  },
)

test('a refusal belongs to the folder’s field, unless it is about the worktree or something else', () => {
  expect(isOfFolderField('folderMissing', false)).toBe(true)
  expect(isOfFolderField('folderNotReadable', true)).toBe(true)
  expect(isOfFolderField('folderRefused', false)).toBe(true)
  expect(isOfFolderField('folderRefused', true)).toBe(false)
  expect(isOfFolderField('busy', false)).toBe(false)
})
