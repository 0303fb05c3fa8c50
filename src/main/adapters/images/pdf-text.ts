import { Worker } from 'node:worker_threads'
import { guard } from '../../runtime/guard.ts'
import type { PdfPort } from '../../runtime/ports/file-ports.ts'

/** What the thread tells of one page. */
export interface PdfPage {
  /** Counting from 1. */
  readonly number: number
  /** How many pages there are. */
  readonly of: number
  /** Null: it is damaged. */
  readonly text: string | null
  /** False: it was cut, since all pages together are longer than is kept. */
  readonly isWhole: boolean
}

interface PdfLimits {
  /** What has been read by then is all (ms). */
  readonly longestMs: number
  /** The most text of one file, in UTF-16 code units. */
  readonly maxLength: number
  /** The most memory that reading may take (bytes). */
  readonly maxHeldBytes: number
}

/** What the thread is started with. */
export interface PdfOrder extends Pick<PdfLimits, 'maxLength'> {
  readonly bytes: Uint8Array
}

const PDF_LIMITS: PdfLimits = {
  longestMs: 10_000,
  maxLength: 4 * 1024 * 1024,
  maxHeldBytes: 512 * 1024 * 1024,
}

const LOOK_MS = 25
/** Far more than is allowed: V8 may end the whole program where a heap is full, so a thread is ended long before. */
const HEAP_MB = 3_072

/**
 * Reads PDFs one after the other, each in a thread of its own: a file made to take forever, or all memory, costs its own text
 * and nothing else. Of one that reaches a limit the pages count that were read by then. `worker`: the built or the source
 * file of pdf-worker.
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

function pagesOf(
  worker: URL,
  { longestMs, maxHeldBytes, ...order }: PdfOrder & PdfLimits,
): Promise<readonly PdfPage[]> {
  return new Promise((resolve) => {
    const pages: PdfPage[] = []
    const thread = new Worker(worker, {
      name: 'pdf',
      stdin: false,
      execArgv: [],
      env: {},
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    thread.unref()
    const end = guard('a PDF that takes too long', () => void thread.terminate())
    const deadline = setTimeout(end, longestMs)
    const look = guard('a look at the memory of a PDF', () => {
      void holdsMore(thread, maxHeldBytes).then(
        guard('a PDF that takes too much', (does) => {
          if (does) end()
        }),
      )
    })
    const looks = setInterval(look, LOOK_MS)
    thread.on(
      'message',
      guard('a page of a PDF', (page: PdfPage) => void pages.push(page)),
    )
    // Without a listener the error of a thread would end Phoenix. 'exit' follows it.
    thread.on(
      'error',
      guard('the error of a PDF', () => undefined),
    )
    thread.on(
      'exit',
      guard('the end of a PDF', () => {
        clearTimeout(deadline)
        clearInterval(looks)
        resolve(pages)
      }),
    )
  })
}

/** On its heap and beside it. */
async function holdsMore(thread: Worker, bytes: number): Promise<boolean> {
  try {
    const { external_memory: beside, used_heap_size: heap } = await thread.getHeapStatistics()
    return heap + beside > bytes
  } catch {
    // It has not begun, or has ended.
    return false
  }
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
  return [...parts, ...(isWhole ? [] : [rest(last)])].join('\n\n')
}

function rest({ isWhole, number, of }: PdfPage): string {
  return isWhole
    ? `[Only ${number} of ${of} pages were read: the others took too long.]`
    : `[The text ends on page ${number} of ${of}: the rest is too long to keep.]`
}
