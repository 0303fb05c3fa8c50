import { expect, test } from 'vitest'
import { sectionAt } from './settings-sections.ts'

const FAR = 5_000
const HEIGHT = 464

test.each([
  [[24, 300, 700], FAR, 'Model and keys'],
  [[-200, 64, 400], FAR, 'Endpoints'],
  [[-200, 65, 400], FAR, 'Model and keys'],
  [[-900, -500, 30], FAR, 'Behaviour'],
  [[200, 300, 400], FAR, 'Model and keys'],
  // The last ones may be too short to reach the top: each is passed before the end, the last at the end.
  [[-300, 164, 364], HEIGHT, 'Model and keys'],
  [[-400, 64, 264], HEIGHT / 2, 'Behaviour'],
  [[-400, 164, 364], HEIGHT / 2, 'Endpoints'],
  [[-900, 200, 460], 0, 'Behaviour'],
] as const)('with sections at %j and %d px left, the current one is %s', (tops, left, section) => {
  expect(sectionAt(tops, { height: HEIGHT, left })).toBe(section)
})

test('a list that fits does not scroll', () => {
  expect(sectionAt([24], { height: 0, left: 0 })).toBe('Model and keys')
})
