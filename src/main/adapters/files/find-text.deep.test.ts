import { expect, test } from 'vitest'
import { findText } from './find-text.ts'

test('highly repetitive files and texts are searched in bounded time', () => {
  const text = 'a'.repeat(1_000_000)
  const lines = 'a\n'.repeat(200_000)
  const start = process.threadCpuUsage()
  expect(findText(text, { oldText: `${'a'.repeat(200_000)}b`, newText: '' }).type).toBe('none')
  expect(findText(lines, { oldText: `${'a\n'.repeat(50_000)}b`, newText: '' }).type).toBe('none')
  const { system, user } = process.threadCpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(4_000)
})
