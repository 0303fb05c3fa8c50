import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REGRESSION_SEEDS } from './regression-seeds.ts'
import { replayAndDraw } from './test-property.ts'

// covers F-15 F-16
test('cases that failed before run first, then 1,000 random ones', () => {
  const failing = fc.property(fc.nat(), (drawn) => drawn < 1_000)
  const found = fc.check(failing, { seed: 42 })
  if (found.counterexamplePath === null) throw new Error('nothing found')
  const drawn: number[] = []
  const noting = fc.property(fc.nat(), (each) => {
    drawn.push(each)
  })
  const seed = { property: 'p', seed: found.seed, path: found.counterexamplePath }
  replayAndDraw('p', noting, [{ ...seed, property: 'another' }, seed])
  expect(drawn[0]).toBe(found.counterexample?.[0])
  expect(drawn.length).toBeGreaterThan(1_000)
  expect(() => replayAndDraw('p', failing, [seed])).toThrow(/Counterexample/)
})

test('each regression seed belongs to a property', () => {
  const folder = import.meta.dirname
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'))
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const lost = REGRESSION_SEEDS.filter(({ property }) => !text.includes(property))
  expect(lost).toEqual([])
})
