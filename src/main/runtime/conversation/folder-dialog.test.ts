import { expect, test } from 'vitest'
import { World } from '../fakes/world.ts'

test('a host without a folder dialog says so when the window opens, and refuses the command', async () => {
  const world = new World()
  expect(await world.request('app.open', {})).toMatchObject({ value: { hasFolderDialog: false } })
  expect(await world.request('folder.choose', {})).toMatchObject({
    ok: false,
    error: { code: 'invalidInput' },
  })
})

test('a host with a folder dialog answers the choice, or that there was none', async () => {
  const world = new World()
  const choices = ['/home/me/code', null]
  world.folders.choose = () => Promise.resolve(choices.shift() ?? null)
  expect(await world.request('app.open', {})).toMatchObject({ value: { hasFolderDialog: true } })
  expect(await world.request('folder.choose', {})).toEqual({
    ok: true,
    value: { folder: '/home/me/code' },
  })
  expect(await world.request('folder.choose', {})).toEqual({ ok: true, value: { folder: null } })
})

test('working conversations are listed by title, until they rest', async () => {
  const world = new World()
  expect(world.registry.rows.working()).toEqual([])
  await world.send('Mend the login')
  expect(world.registry.rows.working()).toMatchObject([{ title: 'Mend the login' }])
  world.cancel()
  await world.time.settle()
  expect(world.registry.rows.working()).toEqual([])
})
