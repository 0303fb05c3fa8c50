import { expect, test } from 'vitest'
import {
  aboutFile,
  headingOfTools,
  ownerOfFile,
  sentenceOfContents,
} from './request-contents-words.ts'

test.each([
  ['~/.claude/CLAUDE.md', 'yours'],
  ['../AGENTS.md', 'from the repository'],
  ['AGENTS.md', 'from the folder'],
  ['docs/style.md', 'from the folder'],
])('%s is %s', (path, owner) => {
  expect(ownerOfFile(path)).toBe(owner)
})

test('sizes are shown, and a truncated file is marked', () => {
  const file = { path: 'AGENTS.md', bytes: 65_536, isCut: true, text: '' }
  expect(aboutFile(file)).toBe('from the folder, 64 KB, only its beginning')
  const tool = { name: 'bash', from: 'phoenix', description: '', input: '', bytes: 1_024 } as const
  const system = { from: 'phoenix', text: '', bytes: 1_024 } as const
  const told = { model: 'sonnet', system, files: [file], tools: [tool, tool] }
  expect(headingOfTools(told)).toBe('Tools (2), 2.0 KB')
  expect(sentenceOfContents(told)).toBe(
    'sonnet receives this with each request, in addition to the messages: 67 KB.',
  )
})
