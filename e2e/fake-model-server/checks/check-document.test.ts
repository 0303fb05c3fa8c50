import { expect, test } from 'vitest'
import { lockedPdf, pdfOf } from '../../../src/main/adapters/images/pdf.fixture.ts'
import { checkChat } from './check-chat.ts'
import { checkDocument, checkFile, checkPages, checkPdfData } from './check-document.ts'
import type { Json } from '../json.ts'

const PDF = pdfOf(1).toString('base64')
const LOCKED = lockedPdf().toString('base64')
const NONE = Buffer.from('no PDF').toString('base64')

function documentOf(data: string, mediaType = 'application/pdf'): Json {
  return { type: 'document', source: { type: 'base64', media_type: mediaType, data } }
}

function fileOf(data: string): Json {
  return { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` }
}

test('a PDF is accepted in the form of each API', () => {
  expect(checkDocument(documentOf(PDF), 'here')).toBeNull()
  expect(checkFile(fileOf(PDF), 'here')).toBeNull()
  expect(checkPdfData(PDF)).toBeNull()
})

test('a file that is no PDF, an encrypted one, and other fields are refused', () => {
  expect(checkDocument(documentOf(NONE), 'here')).toContain('was not valid')
  expect(checkDocument(documentOf(LOCKED), 'here')).toContain('password protected')
  expect(checkDocument(documentOf('%'), 'here')).toContain('invalid base64')
  expect(checkDocument(documentOf(PDF, 'text/plain'), 'here')).toContain('media_type')
  expect(checkDocument({ ...documentOf(PDF), name: 'a' }, 'here')).toContain('not permitted')
  expect(checkFile(fileOf(NONE), 'here')).toContain('Invalid file data')
  expect(checkFile({ file_data: PDF, filename: 'a' }, 'here')).toContain('MIME type')
  expect(checkFile({ file_data: `data:application/pdf;base64,${PDF}` }, 'here')).toContain(
    'here.filename',
  )
  expect(checkPdfData(LOCKED)).toBe('The document has no pages.')
})

test('the pages are counted over a whole request', () => {
  const content = [documentOf(pdfOf(300).toString('base64'))]
  const message = { role: 'user', content }
  expect(checkPages([message, message])).toBeNull()
  expect(checkPages([message, message, { role: 'user', content: [documentOf(PDF)] }])).toBe(
    'A maximum of 600 PDF pages may be provided.',
  )
})

test('few models of chat completions accept a file', () => {
  const content = [{ type: 'file', file: fileOf(PDF) }]
  const body = { stream: true, messages: [{ role: 'user', content }] }
  expect(checkChat({ ...body, model: 'gpt-5.5' })).toBeNull()
  expect(checkChat({ ...body, model: 'anthropic/claude-sonnet-5' })).toBeNull()
  expect(checkChat({ ...body, model: 'qwen3-max' })).toContain("Invalid value: 'file'")
})
