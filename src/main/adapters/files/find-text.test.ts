import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findText } from './find-text.ts'
import { occurrences } from './occurrences.ts'

const FILE = ['class A {', '\trun() {', '\t\tif (x) {', '\t\t\tgo()', '\t\t}', '\t}', '}', ''].join(
  '\n',
)

function found(oldText: string, newText = ''): unknown {
  const result = findText(FILE, { oldText, newText })
  return result.type === 'found'
    ? result.matches.map(({ likeness, lines, replacement }) => ({ likeness, lines, replacement }))
    : result.near
}

test('exact text is found with its lines, also in the middle of a line', () => {
  expect(found('go()', 'stop()')).toEqual([
    { likeness: 'exact', lines: [4, 4], replacement: 'stop()' },
  ])
  expect(found('\t\t}\n\t}\n')).toEqual([{ likeness: 'exact', lines: [5, 6], replacement: '' }])
})

test('white space at line ends is ignored first, then indentation', () => {
  expect(found('\t\tif (x) {  \n\t\t\tgo()')).toMatchObject([
    { likeness: 'lineEnds', lines: [3, 4] },
  ])
})

test('different indentation is adapted to that of the file, level by level', () => {
  const oldText = 'if (x) {\n  go()\n}'
  const newText = 'if (y) {\n  stop()\n\n  while (z) {\n    go()\n  }\n}'
  expect(found(oldText, newText)).toEqual([
    {
      likeness: 'indentation',
      lines: [3, 5],
      replacement: '\t\tif (y) {\n\t\t\tstop()\n\n\t\t\twhile (z) {\n\t\t\t  go()\n\t\t\t}\n\t\t}',
    },
  ])
})

test('white space within lines is ignored last', () => {
  expect(found('if  (x)   {')).toMatchObject([{ likeness: 'spaces', lines: [3, 3] }])
})

test('if text is not found, the error shows the most similar place', () => {
  expect(found('  run() {\n    if (x) {\n      stop()')).toEqual({ line: 2, differs: 4 })
  expect(found('nothing of this')).toBeNull()
  expect(found('\n\n\n')).toBeNull()
})

test('all places found by the built-in search are found', () => {
  const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 60 }).map((each) => each.join(''))
  const short = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(text, short, (haystack, pieces) => {
      const wanted = pieces.join('')
      const places: number[] = []
      for (
        let at = haystack.indexOf(wanted);
        at >= 0;
        at = haystack.indexOf(wanted, at + wanted.length)
      ) {
        places.push(at)
      }
      expect(occurrences(haystack, wanted, 1_000)).toEqual(places)
    }),
    { numRuns: 1_000 },
  )
})

test('a text with words that occur nowhere is not found in a large file at once', () => {
  const file = 'a\n'.repeat(8_000_000)
  const start = process.threadCpuUsage()
  const wanted = { oldText: 'nowhere\na\n', newText: '' }
  expect(findText(file, wanted)).toEqual({ type: 'none', near: null })
  const { system, user } = process.threadCpuUsage(start)
  // Once seconds: the file was split, and each line compared in three ways.
  expect((user + system) / 1_000).toBeLessThan(500)
  const near = { line: 1, differs: 2 }
  expect(findText('a\n'.repeat(3), { oldText: 'a\nnowhere\n', newText: '' })).toEqual({
    type: 'none',
    near,
  })
})
