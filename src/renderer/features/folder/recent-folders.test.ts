import { expect, test } from 'vitest'
import { createClient } from '../../connection/client.ts'
import { FakeHost, inputOf, settled } from '../../fakes/fake-host.ts'
import { firstThere, recentFolders } from './recent-folders.ts'

test('the folder of the newest conversation stands first, each folder once', () => {
  const rows = [
    { folder: '/a', createdAt: 1 },
    { folder: '/b', createdAt: 3 },
    { folder: '/a', createdAt: 2 },
  ]
  expect(recentFolders(rows)).toEqual(['/b', '/a'])
})

test('a folder that is gone is passed over, also where another begins with its name', async () => {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const found = firstThere(client, ['/gone', '/there', '/other'])
  host.last('folder.complete').answer({ folders: ['/gone-too'] })
  await settled()
  expect(inputOf(host.last('folder.complete'))).toEqual({ text: '/there' })
  host.last('folder.complete').answer({ folders: ['/there', '/there-too'] })
  expect(await found).toBe('/there')
  expect(host.all('folder.complete')).toHaveLength(2)
  expect(await firstThere(client, [])).toBe('')
})
