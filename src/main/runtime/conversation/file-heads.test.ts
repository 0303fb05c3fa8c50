import { expect, test } from 'vitest'
import { isFile, MAX_HEAD_BYTES } from '../../../shared/messages/attachment.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { ok } from '../../../shared/result.ts'
import { testFile } from '../../core/testing/test-attachment.ts'
import { withHeads } from './file-heads.ts'

function headOf(content: Buffer): unknown {
  const attachments = [testFile('notes.txt', { bytes: content.length })]
  const said = { type: 'userMessage', messageId: 'm-1' as MessageId, text: 'Look' } as const
  const blobs = {
    read: () => ok(content),
    readPiece: (_: unknown, at: number, most: number) =>
      ok({ bytes: content.length, data: content.subarray(at, at + most) }),
  }
  const input = withHeads({ ...said, attachments, mode: 'policy' }, blobs, 100_000)
  return input.type === 'userMessage' ? input.attachments.find(isFile)?.head : null
}

test('a text in the encoding that its byte order mark tells goes into the message as its text', () => {
  const text = 'To do:\n- eat\u{1F34E}'
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const whole = { text, isWhole: true }
  expect(headOf(little)).toEqual(whole)
  expect(headOf(Buffer.from(little).swap16())).toEqual(whole)
  expect(headOf(Buffer.from(`\uFEFF${text}`))).toEqual(whole)
  const long = headOf(Buffer.from(`\uFEFF${'x'.repeat(MAX_HEAD_BYTES)}`, 'utf16le'))
  expect(long).toEqual({ text: 'x'.repeat(MAX_HEAD_BYTES / 2 - 1), isWhole: false })
})
