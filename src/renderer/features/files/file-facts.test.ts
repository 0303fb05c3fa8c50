import { expect, test } from 'vitest'
import type { BlobHash } from '../../../shared/ids.ts'
import { testFile, testPdf } from '../../../main/core/testing/test-attachment.ts'
import { factsOf, noteOfPdf } from './file-facts.ts'

const LIMITS = { bytes: 18_000_000, pages: 100, tokensPerPage: 2_000 }

test('a file is described by its kind and size', () => {
  expect(factsOf(testPdf('a.pdf', 2, { bytes: 1_258_291 }))).toBe('PDF · 1.2 MB')
  expect(factsOf(testFile('a.txt'))).toBe('Text · 12 bytes')
})

test('the only note on a PDF is why a model does not receive it', () => {
  expect(noteOfPdf(testPdf('a.pdf'), LIMITS)).toBeNull()
  expect(noteOfPdf(testFile('a.txt'), undefined)).toBeNull()
  const text = { blob: 'a'.repeat(64) as BlobHash, bytes: 10, path: '/attached/a.pdf.txt' }
  expect(noteOfPdf(testPdf('a.pdf', 2, { text }), LIMITS)).toBeNull()
  expect(noteOfPdf(testPdf('a.pdf', 2, { text }), undefined)).toBe(
    'This model can’t read PDFs: the agent gets its text.',
  )
  expect(noteOfPdf(testPdf('a.pdf'), undefined)).toBe(
    'This model can’t read PDFs: it contains no text, so the agent gets only its path.',
  )
  expect(noteOfPdf(testPdf('a.pdf', 1_200), LIMITS)).toBe(
    '1,200 pages are too many for this model: it contains no text, so the agent gets only its path.',
  )
  expect(noteOfPdf(testPdf('a.pdf', 2, { bytes: 20_000_000 }), LIMITS)).toBe(
    'Too large for this model: it contains no text, so the agent gets only its path.',
  )
  expect(noteOfPdf(testPdf('a.pdf', 2, { pages: undefined }), LIMITS)).toBe(
    'Encrypted or damaged: it contains no text, so the agent gets only its path.',
  )
})
