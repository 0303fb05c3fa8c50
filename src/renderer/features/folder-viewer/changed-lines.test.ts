import { expect, test } from 'vitest'
import { addedLines } from './changed-lines.ts'

test('added lines are counted in the file as it is now, over several hunks', () => {
  const hunks =
    '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -10 +10,3 @@\n+x\n k\n+y\n\\ No newline at end of file'
  expect([...addedLines(hunks)]).toEqual([2, 10, 12])
  expect(addedLines('').size).toBe(0)
})
