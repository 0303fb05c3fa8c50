import { describe, expect, test } from 'vitest'
import { BestMatches, fuzzyScore } from './fuzzy.ts'

const ranked = (typed: string, texts: readonly string[]): readonly string[] => {
  const best = new BestMatches<string>(10)
  for (const text of texts) {
    const score = fuzzyScore(typed, text)
    if (score !== null) best.add(text, score)
  }
  return best.values
}

describe('the query', () => {
  test.each([
    ['letters in their order', 'nwcv', 'New conversation', true],
    ['letters out of order', 'ba', 'ab', false],
    ['whatever their case', 'README', 'readme.md', true],
    ['each word somewhere', 'model change', 'Change the model', true],
    ['a word that is nowhere', 'model bear', 'Change the model', false],
    ['nothing', '', 'anything', true],
    ['more letters than there are', 'aa', 'a', false],
  ])('%s', (_, typed, text, fits) => {
    expect(fuzzyScore(typed, text) !== null).toBe(fits)
  })

  test.each([
    ['letters that stand together', 'comp', 'composer.ts', 'c/o/m/p.ts'],
    ['letters that begin words', 'nc', 'New conversation', 'Announce'],
    ['letters that begin a word in camel case', 'ns', 'theNoteStore', 'nones'],
  ])('%s come first', (_, typed, first, second) => {
    expect(ranked(typed, [second, first])).toEqual([first, second])
  })
})

test('the best are kept up to a limit, and of equals the first', () => {
  const best = new BestMatches<string>(2)
  for (const [value, score] of [
    ['a', 1],
    ['b', 3],
    ['c', 3],
    ['d', 2],
  ] as const)
    best.add(value, score)
  expect(best.values).toEqual(['b', 'c'])
})
