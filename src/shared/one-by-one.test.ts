import { expect, test } from 'vitest'
import { OneByOne } from './one-by-one.ts'

test('work on one thing begins when all earlier work on it is over, even if that failed', async () => {
  const begun: string[] = []
  const things = new OneByOne<string>()
  const first = Promise.withResolvers<string>()
  const failing = things.run('a', () => {
    begun.push('first')
    return first.promise
  })
  const second = things.run('a', () => {
    begun.push('second')
    return Promise.resolve('done')
  })
  const other = things.run('b', () => Promise.resolve('other'))
  expect(await other).toBe('other')
  expect(begun).toEqual(['first'])
  first.reject(new Error('It failed.'))
  await expect(failing).rejects.toThrow('It failed.')
  expect(await second).toBe('done')
  expect(begun).toEqual(['first', 'second'])
})

test('its end can be waited for, and then nothing is kept of it', async () => {
  const things = new OneByOne<string>()
  expect(things.untilOver('a')).toBeUndefined()
  const work = Promise.withResolvers<null>()
  const done = things.run('a', () => work.promise)
  const over = things.untilOver('a')
  work.resolve(null)
  await over
  await done
  expect(things.untilOver('a')).toBeUndefined()
})
