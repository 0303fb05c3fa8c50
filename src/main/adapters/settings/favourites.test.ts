import { expect, test } from 'vitest'
import { changedFavourites } from './favourites.ts'

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
