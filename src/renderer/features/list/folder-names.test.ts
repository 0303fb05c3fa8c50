import { expect, test } from 'vitest'
import { folderNames } from './folder-names.ts'

const short = (folder: string): string => folder.replace('/home/me', '~')

test('a folder is headed by the last part of its path', () => {
  const names = folderNames(['/home/me/code/app', '/srv/docs/', 'C:\\work\\site', '/'], short)
  expect([...names.values()]).toEqual([
    { name: 'app', parent: null },
    { name: 'docs', parent: null },
    { name: 'site', parent: null },
    { name: '/', parent: null },
  ])
})

test('two with the same name show where they are', () => {
  const names = folderNames(['/home/me/code/app', '/home/me/old/app', '/app', '/srv/docs'], short)
  expect([...names.values()]).toEqual([
    { name: 'app', parent: '~/code' },
    { name: 'app', parent: '~/old' },
    { name: 'app', parent: '/' },
    { name: 'docs', parent: null },
  ])
})
