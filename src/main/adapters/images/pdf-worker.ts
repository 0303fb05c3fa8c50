import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { lowerPriority } from '../system/low-priority.ts'
import type { PdfOrder, PdfPage } from './pdf-text.ts'

const SILENT = 0

/** Reads one PDF page by page, in a thread that is ended if a file takes too long or too much memory. */
lowerPriority()
void read(workerData as PdfOrder)

async function read({ bytes, maxLength }: PdfOrder): Promise<void> {
  const file = await getDocumentProxy(bytes, { verbosity: SILENT })
  let left = maxLength
  for (let number = 1; number <= file.numPages && left > 0; number++) {
    const whole = await textOf(file, number)
    const text = whole?.slice(0, left) ?? null
    left -= text?.length ?? 0
    const isWhole = text?.length === whole?.length
    const page: PdfPage = { number, of: file.numPages, text, isWhole }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage(page)
  }
}

/** Null if this page is damaged. */
async function textOf(
  file: Awaited<ReturnType<typeof getDocumentProxy>>,
  number: number,
): Promise<string | null> {
  try {
    const page = await file.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  } catch {
    return null
  }
}
