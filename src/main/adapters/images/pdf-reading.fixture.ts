import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { createPdfPort, type PdfPage } from './pdf-text.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

export const WORKER = threadSource('./pdf-worker.ts', import.meta.url)
export const MB = 1024 * 1024
export const LIMITS = { longestMs: 60_000, maxLength: 10_000_000, maxHeldBytes: 1024 * MB }

export function textOf(
  bytes: Uint8Array,
  limits = LIMITS,
  worker = WORKER,
): Promise<string | null> {
  return createPdfPort(worker, limits).textOf(bytes)
}

/** A thread that reports its first page and then does this. */
export function workerThat(does: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-pdf-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page: PdfPage = { number: 1, of: 3, text: 'Read', isWhole: true }
  const file = join(folder, 'worker.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'\nparentPort.postMessage(${JSON.stringify(page)})\n${does}\n`,
  )
  return pathToFileURL(file)
}
