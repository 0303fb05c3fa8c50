import { expect, test } from 'vitest'
import type { FileId } from '../../../../shared/messages/attachment.ts'
import { World } from '../../fakes/world.ts'

test('R25: a file that is being prepared counts like one that is on its way, until it is on disk', async () => {
  const world = new World()
  const held = Promise.withResolvers<void>()
  const prepare = world.images.prepare.bind(world.images)
  world.images.prepare = async (...file) => {
    await held.promise
    return prepare(...file)
  }
  const begin = (name: string): Promise<unknown> =>
    world.request('attachment.begin', { fileId: name as FileId, name, bytes: 2 })
  const finished = Array.from({ length: 64 }, async (_, at) => {
    const fileId = `f${at}` as FileId
    await begin(fileId)
    const data = Buffer.from('Im').toString('base64')
    await world.request('attachment.append', { fileId, data })
    return world.request('attachment.finish', { fileId })
  })
  await world.time.settle()
  expect(await begin('more')).toMatchObject({ ok: false, error: { code: 'busy' } })
  held.resolve()
  for (const each of await Promise.all(finished)) expect(each).toMatchObject({ ok: true })
  expect(await begin('more')).toMatchObject({ ok: true })
})
