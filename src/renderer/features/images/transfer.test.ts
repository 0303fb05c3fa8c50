import { expect, test } from 'vitest'
import { filesOf, holdsFiles } from './transfer.ts'

const file = new File(['x'], 'cat.png')

function transfer(text: string, files: readonly File[]): Parameters<typeof filesOf>[0] {
  const list = Object.assign([...files], { item: (index: number) => files[index] ?? null })
  return { types: ['Files'], files: list, getData: () => text }
}

test('a pasted image is accepted; next to text, the text is used', () => {
  expect(filesOf(transfer('', [file]))).toEqual([file])
  expect(filesOf(transfer('a table', [file]))).toEqual([])
})

test('dragged text is not a file', () => {
  expect(holdsFiles({ types: ['text/plain'] })).toBe(false)
  expect(holdsFiles({ types: ['text/html', 'Files'] })).toBe(true)
})
