import { expect, test } from 'vitest'
import { sectionAt } from './settings-sections.ts'

test.each([
  [[24, 300, 700], false, 'Model and keys'],
  [[-200, 64, 400], false, 'Endpoints'],
  [[-200, 65, 400], false, 'Model and keys'],
  [[-900, -500, 30], false, 'Behaviour'],
  [[200, 300, 400], false, 'Model and keys'],
  // The last one may be too short to reach the top.
  [[-900, -500, 200], true, 'Behaviour'],
] as const)(
  'with sections at %j (at the end: %s) the current one is %s',
  (tops, isAtEnd, section) => {
    expect(sectionAt(tops, isAtEnd)).toBe(section)
  },
)
