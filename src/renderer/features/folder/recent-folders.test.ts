import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { createClient } from '../../../client/client.ts'
import { FakeHost, inputOf } from '../../../client/fakes/fake-host.ts'
import { existingFolders, recentFolders } from './recent-folders.ts'

test('the folder of the newest conversation comes first, each folder once, with when it was last used', () => {
  const rows = [
    { folder: '/a', createdAt: 1, updatedAt: 9 },
    { folder: '/b', createdAt: 3, updatedAt: 4 },
    { folder: '/a', createdAt: 2, updatedAt: 5 },
  ]
  expect(recentFolders(rows)).toEqual([
    { folder: '/b', usedAt: 4 },
    { folder: '/a', usedAt: 9 },
  ])
})

test('a missing folder is left out, even if another begins with its name', async () => {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const found = existingFolders(client, [{ folder: '/gone' }, { folder: '/there' }])
  const [gone, there] = host.all('folder.complete')
  expect([gone, there].map((asked) => asked && inputOf(asked))).toEqual([
    { text: '/gone' },
    { text: '/there' },
  ])
  there?.answer({ folders: ['/there', '/there-too'] })
  gone?.answer({ folders: ['/gone-too'] })
  expect(await found).toEqual([{ folder: '/there' }])
  expect(await existingFolders(client, [])).toEqual([])
})

test('a folder of which the host could not say anything is not missing', async () => {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const found = existingFolders(client, [{ folder: '/there' }])
  host.last('folder.complete').refuse(appError('internal', 'It failed.'))
  expect(await found).toEqual([{ folder: '/there' }])
  host.cut()
  expect(await existingFolders(client, [{ folder: '/there' }])).toEqual([{ folder: '/there' }])
})
