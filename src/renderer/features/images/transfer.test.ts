import { expect, test } from 'vitest'
import { filesOf, holdsFiles } from './transfer.ts'

const file = new File(['x'], 'cat.png')

function transfer(text: string, files: readonly File[]): Parameters<typeof filesOf>[0] {
  const list = Object.assign([...files], { item: (index: number) => files[index] ?? null })
  return { types: ['Files'], files: list, getData: () => text }
}

test('a pasted image is taken; beside text, the text is what was meant', () => {
  expect(filesOf(transfer('', [file]))).toEqual([file])
  expect(filesOf(transfer('a table', [file]))).toEqual([])
})

test('text that is dragged is no file', () => {
  expect(holdsFiles({ types: ['text/plain'] })).toBe(false)
  expect(holdsFiles({ types: ['text/html', 'Files'] })).toBe(true)
})
