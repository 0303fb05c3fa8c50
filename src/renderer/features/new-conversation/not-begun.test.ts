import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { notBegunIn } from './not-begun.ts'

const row = (id: string, folder: string, createdAt: number, hasBegun = false) => {
  return { id: id as ConversationId, folder, createdAt, hasBegun }
}
const ROWS = [
  row('old', '/home/me/app', 1),
  row('new', '/home/me/app', 3),
  row('begun', '/home/me/app', 4, true),
  row('home', '/home/me', 2),
  row('begun elsewhere', '/srv', 5, true),
]

test.each([
  ['/home/me/app', 'new'],
  ['  /home/me/app/ ', 'new'],
  ['~/app', 'new'],
  ['~', 'home'],
  ['/srv', null],
  ['/home/me/app/src', null],
  ['', null],
])('in %j: %s', (typed, expected) => {
  expect(notBegunIn(ROWS, typed, '/home/me')).toBe(expected)
})
