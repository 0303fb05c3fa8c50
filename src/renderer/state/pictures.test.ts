import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { createClient } from '../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { attachmentOf } from '../../client/fakes/samples.ts'
import { createPictures, type Picture, type Pictures } from './pictures.ts'

const cat = attachmentOf('cat.png')
const revoked = vi.spyOn(URL, 'revokeObjectURL')
let host: FakeHost
let client: ReturnType<typeof createClient>
let pictures: Pictures
let seen: Picture[]

beforeEach(() => {
  vi.useFakeTimers()
  revoked.mockClear()
  host = new FakeHost()
  client = createClient()
  void client.attach(host.connect())
  pictures = createPictures(client)
  seen = []
})
afterEach(() => void vi.useRealTimers())

const follow = (): (() => void) => pictures.follow(cat, (picture) => seen.push(picture))

test('a blob is read in pieces once for all who show it, and revoked some time after the last', async () => {
  const [one, other] = [follow(), follow()]
  host.last('blob.read').answer({ data: btoa('abc'), bytes: 5 })
  await settled()
  expect(inputOf(host.last('blob.read'))).toEqual({ hash: cat.copy, offset: 3 })
  host.last('blob.read').answer({ data: btoa('de'), bytes: 5 })
  await settled()
  expect(host.all('blob.read')).toHaveLength(2)
  expect(seen.map(({ type }) => type)).toEqual(['loading', 'loading', 'shown', 'shown'])
  one()
  other()
  const again = follow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(revoked).not.toHaveBeenCalled()
  again()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(revoked).toHaveBeenCalledTimes(1)
})

test('a missing one says so; a cut connection is waited for', async () => {
  follow()
  host.cut()
  await settled()
  void client.attach(host.connect())
  pictures.resume()
  expect(host.all('blob.read')).toHaveLength(2)
  host.last('blob.read').refuse(appError('notFound', 'It is gone.'))
  await settled()
  expect(seen.map(({ type }) => type)).toEqual(['loading', 'gone'])
})

test('one that cannot be read right now is not called gone, and is read again for the next who shows it', async () => {
  follow()
  host.last('blob.read').refuse(appError('storage', 'Too many files are open.'))
  await settled()
  expect(seen.map(({ type }) => type)).toEqual(['loading', 'unread'])
  follow()
  host.last('blob.read').answer({ data: btoa('abc'), bytes: 3 })
  await settled()
  expect(seen.at(-1)).toMatchObject({ type: 'shown' })
})
