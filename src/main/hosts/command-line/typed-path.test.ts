import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typedPath } from './typed-path.ts'

test.each([
  ['.', process.cwd()],
  ['src/../docs', join(process.cwd(), 'docs')],
  ['~', homedir()],
  ['~/work', join(homedir(), 'work')],
  ['./~', join(process.cwd(), '~')],
  ['~work', join(process.cwd(), '~work')],
])('a person who types %s means %s', (typed, path) => {
  expect(typedPath(typed)).toBe(path)
})
