import { expect, test } from 'vitest'
import { changedFavourites, changedHidden } from './listed-models.ts'

test('favourites are added at the end and taken away one by one', () => {
  const saved = ['b', 'a']
  expect(changedFavourites(saved, { c: true, a: true })).toMatchObject({ value: ['b', 'a', 'c'] })
  expect(changedFavourites(saved, { b: false, gone: false })).toMatchObject({ value: ['a'] })
  expect(changedFavourites(saved, {})).toMatchObject({ value: saved })
})

test('so many favourites and no more', () => {
  const full = Array.from({ length: 200 }, (_, index) => `m${index}`)
  expect(changedFavourites(full, { m7: true }).ok).toBe(true)
  expect(changedFavourites(full, { more: true }).ok).toBe(false)
  expect(changedFavourites(full, { m7: false, more: true }).ok).toBe(true)
})

test('models are hidden and shown again one by one, so many and no more', () => {
  expect(changedHidden(['a', 'b'], { c: true, a: false })).toMatchObject({ value: ['b', 'c'] })
  const full = Array.from({ length: 2_000 }, (_, index) => `m${index}`)
  expect(changedHidden(full, { more: true }).ok).toBe(false)
  expect(changedHidden(full, { m7: false, more: true }).ok).toBe(true)
})
