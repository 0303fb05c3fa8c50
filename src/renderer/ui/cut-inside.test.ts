import { expect, test } from 'vitest'
import { partsToCut } from './cut-inside.ts'

test.each([
  ['~/code/customer-billing', '~/code', '/customer-billing'],
  ['/srv/docs/', '/srv', '/docs/'],
  ['C:\\work\\site', 'C:\\work', '\\site'],
  ['/app', '', '/app'],
  ['app', '', 'app'],
  ['feature/a-branch-with-a-name-of-many-words', 'feature/a-branch-with-a-name-of-ma', 'ny-words'],
  ['customer-billing-and-invoicing', 'customer-billing-and-i', 'nvoicing'],
  ['a-long-name-of-a-folder-😀😀😀😀😀😀😀😀', 'a-long-name-of-a-folder-', '😀😀😀😀😀😀😀😀'],
])('%s is cut in front of its end', (name, head, tail) => {
  expect(partsToCut(name)).toEqual([head, tail])
})
