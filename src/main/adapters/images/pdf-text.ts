import type { PdfPort } from '../../runtime/ports/file-ports.ts'
import { runThread, type ThreadLimits } from '../system/short-thread.ts'

/** The thread's report about one page. */
export interface PdfPage {
  /** From 1. */
  readonly number: number
  /** How many pages there are. */
  readonly of: number
  /** Null if it is damaged. */
  readonly text: string | null
  /** False if it was cut because all pages together exceed the limit. */
  readonly isWhole: boolean
}

interface PdfLimits extends ThreadLimits {
  /** The most text of one file, in UTF-16 code units. */
  readonly maxLength: number
}

/** The thread's start data. */
export interface PdfOrder extends Pick<PdfLimits, 'maxLength'> {
  readonly bytes: Uint8Array
}

const PDF_LIMITS: PdfLimits = {
  longestMs: 10_000,
  maxLength: 4 * 1024 * 1024,
  maxHeldBytes: 512 * 1024 * 1024,
}

/**
 * Reads PDFs one after the other, each in a separate thread: a file made to take forever, or all memory, costs only its own
 * text. If it reaches a limit, the pages read by then count. `worker`: the built file or the source file of pdf-worker.
 */
export function createPdfPort(worker: URL, limits: PdfLimits = PDF_LIMITS): PdfPort {
  let last: Promise<unknown> = Promise.resolve()
  return {
    textOf: (bytes) => {
      const next = last.then(() => read(worker, { bytes, ...limits }))
      last = next
      return next
    },
  }
}

async function read(worker: URL, order: PdfOrder & PdfLimits): Promise<string | null> {
  try {
    return textOf(await pagesOf(worker, order))
  } catch {
    // No thread could be started.
    return null
  }
}

async function pagesOf(
  worker: URL,
  { bytes, maxLength, ...limits }: PdfOrder & PdfLimits,
): Promise<readonly PdfPage[]> {
  const pages: PdfPage[] = []
  const order: PdfOrder = { bytes, maxLength }
  await runThread({ name: 'pdf', worker, order, ...limits }, (page) => {
    pages.push(page as PdfPage)
  })
  return pages
}

function textOf(pages: readonly PdfPage[]): string | null {
  const last = pages.at(-1)
  const hasWords = pages.some(({ text }) => text !== null && text.trim() !== '')
  if (last === undefined || !hasWords) return null
  const parts = pages.map(
    ({ number, of, text }) =>
      `[page ${number} of ${of}]\n${text === null ? '[This page is damaged.]' : text.trim()}`,
  )
  const isWhole = last.number === last.of && last.isWhole
  return [...parts, ...(isWhole ? [] : [missingPages(last)])].join('\n\n')
}

function missingPages({ isWhole, number, of }: PdfPage): string {
  return isWhole
    ? `[Only ${number} of ${of} pages were read: the others took too long.]`
    : `[The text ends on page ${number} of ${of}: the rest is too long to keep.]`
}
