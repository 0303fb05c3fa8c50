import { expect, test } from 'vitest'
import type { FileChange, FileForm } from '../../../../shared/messages/file-change.ts'
import { BlobHash, type MessageId } from '../../../../shared/ids.ts'
import { chain, type Edit } from './edit-chain.ts'

/** What a file holds, as one letter. */
function form(letter: string): FileForm | null {
  return letter === '-' ? null : { blob: BlobHash.parse(letter.repeat(64)), mode: 0o644 }
}

/** `a:0>1`: the file a went from 0 to 1; `-` is no file. */
function change(text: string): FileChange {
  const [shown = '', before = '-', after = '-'] = text.split(/[:>]/)
  return { path: `/${shown}`, shown, before: form(before), after: form(after) }
}

function edit(...changes: readonly string[]): Edit {
  return { messageId: 'm' as MessageId, at: 0, files: changes.map(change), isIntent: false }
}

function intent(...changes: readonly string[]): Edit {
  return { ...edit(...changes), isIntent: true }
}

const letter = (one: FileForm | null): string => one?.blob[0] ?? '-'

function shown(edits: readonly Edit[]): readonly string[] {
  const { changes, conflicts } = chain(edits)
  return [
    ...changes.map((each) => `${each.shown}:${letter(each.before)}>${letter(each.after)}`),
    ...conflicts.map((each) => `${each.shown}! ${each.why}`),
  ]
}

test('each file shows the first content before and the last after', () => {
  expect(shown([edit('a:0>1', 'b:->1'), edit('a:1>2'), edit('b:1>-', 'c:3>-')])).toEqual([
    'a:0>2',
    'c:3>-',
  ])
})

test('a file that someone else wrote between two edits is not undone', () => {
  expect(shown([edit('a:0>1', 'b:0>1'), edit('a:2>3'), edit('a:3>4')])).toEqual([
    'b:0>1',
    'a! Something else changed it between two of these edits.',
  ])
})

test('an interrupted write counts if the next edit saw its result', () => {
  expect(shown([edit('a:0>1'), intent('a:1>2'), edit('a:2>3')])).toEqual(['a:0>3'])
  expect(shown([edit('a:0>1'), intent('a:1>2'), edit('a:1>3')])).toEqual(['a:0>3'])
  expect(shown([intent('a:0>1'), edit('a:0>2')])).toEqual(['a:0>2'])
  expect(shown([intent('a:0>1'), intent('a:0>2'), edit('a:0>3')])).toEqual(['a:0>3'])
})
