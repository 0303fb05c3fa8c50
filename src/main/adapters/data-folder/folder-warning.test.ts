import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWarning } from './folder-warning.ts'

test.each([
  ['/home/ada/Dropbox/phoenix', 0xef53, 'which Dropbox copies'],
  ['/home/ada/Dropbox (Work)/phoenix', 0xef53, 'which Dropbox copies'],
  [String.raw`C:\Users\Ada\OneDrive - Acme\Phoenix`, 0, 'which OneDrive copies'],
  ['/Users/ada/Library/Mobile Documents/phoenix', 0, 'which iCloud copies'],
  ['/Users/ada/Library/CloudStorage/Box-Box/phoenix', 0, 'which a cloud service copies'],
  ['/Users/ada/Google Drive/phoenix', 0, 'which Google Drive copies'],
  ['/mnt/team/phoenix', 0x6969, 'on a network drive (NFS)'],
  ['/mnt/team/phoenix', 0xff534d42, 'on a network drive (SMB)'],
  [String.raw`\\server\share\phoenix`, 0, 'on another computer'],
])('data in %s on a disk of type %s gives a warning', (folder, type, words) => {
  expect(folderWarning(folder, () => type)).toContain(words)
})

test.each(['/home/ada/.local/share/phoenix', '/home/ada/dropbox-clone/phoenix'])(
  'data in %s gives no warning',
  (folder) => expect(folderWarning(folder, () => 0xef53)).toBe(null),
)

test('a folder on a disk of this computer gives no warning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-warning-'))
  try {
    expect(folderWarning(folder)).toBe(null)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
