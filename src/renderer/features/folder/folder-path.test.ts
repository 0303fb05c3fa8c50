import { expect, test } from 'vitest'
import { asFolder, baseName, parentFolder } from './folder-path.ts'

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
