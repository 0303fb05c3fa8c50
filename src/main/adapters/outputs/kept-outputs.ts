import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import {
  appendFile,
  copyFile,
  type FileHandle,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CallId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { KeptPage, OutputPort, StandsFor } from '../../runtime/ports/output-port.ts'
import { removeQuietly } from '../data-folder/atomic-file.ts'
import { fileFault, isAbsence } from '../system/file-fault.ts'
import type { RawOutput } from '../processes/output/printed.ts'
import { colouredText } from '../processes/output/terminal-text.ts'
import { incompleteTail, orphanedHead } from '../processes/output/whole-characters.ts'
import { makeFolderAsync } from '../data-folder/make-folder.ts'

/** How much is sent to the screen at a time. */
const PAGE_BYTES = 128 * 1024
/** Above this, the next start removes the oldest files. */
const MOST_BYTES = 1024 ** 3
/** The end of each file says what it replaces, in decimal digits or as PRINTED_END. */
const TRAILER_BYTES = 16
const PRINTED_END = '-'
const TEMPORARY = '.part'
const ESCAPE = 0x1b

/** The output of one call, while it runs. */
export interface Keeping {
  /** The complete output, at its end. */
  take(raw: RawOutput): void
  /** Called when the call has ended. Null discards its output. */
  end(standsFor: StandsFor | null): void
}

export interface KeptOutputs extends OutputPort {
  begin(callId: CallId): Keeping
  remove(callId: CallId): void
  /** Removes the oldest files, and those that a killed app had not finished. Never rejects. */
  sweep(): Promise<void>
}

/**
 * The output of commands, for people: with its colours, and complete up to the limit of a spill even if long. Stored in
 * FOLDER/outputs, one file per call whose result does not contain all of it (docs/decisions/017).
 */
export function openKeptOutputs(dataFolder: string, mostBytes = MOST_BYTES): KeptOutputs {
  const folder = join(dataFolder, 'outputs')
  const pathOf = (callId: CallId): string =>
    join(folder, createHash('sha256').update(callId).digest('hex'))
  /** Calls that are running, or whose output is being written. */
  const pending = new Map<CallId, Promise<void>>()

  async function write(path: string, raw: RawOutput, standsFor: StandsFor): Promise<void> {
    const temporary = `${path}${TEMPORARY}`
    try {
      await makeFolderAsync(folder)
      if (raw.file === null) await writeFile(temporary, '', { mode: 0o600 })
      else await copyFile(raw.file, temporary)
      await appendFile(temporary, Buffer.concat([raw.bytes, trailerOf(standsFor)]))
      await rename(temporary, path)
    } catch {
      // A full disk costs only the colours.
      await rm(temporary, { force: true }).catch(() => undefined)
    }
  }

  return {
    begin(callId) {
      const { promise, resolve } = Promise.withResolvers<void>()
      pending.set(callId, promise)
      let rawOutput: RawOutput | null = null
      return {
        take: (raw) => {
          rawOutput = raw
        },
        end: (standsFor) => {
          const written =
            rawOutput === null || standsFor === null || !holdsMore(rawOutput, standsFor)
              ? Promise.resolve()
              : write(pathOf(callId), rawOutput, standsFor)
          void written.finally(() => {
            resolve()
            pending.delete(callId)
          })
        },
      }
    },
    async read(callId, before) {
      await pending.get(callId)
      try {
        return ok(await readPage(pathOf(callId), before))
      } catch (error) {
        return isAbsence(error) ? ok(null) : failed(fileFault(error))
      }
    },
    async removeAll() {
      const kept = new Set([...pending.keys()].map((callId) => basename(pathOf(callId))))
      for (const name of await readdir(folder).catch(() => []))
        if (!name.endsWith(TEMPORARY) && !kept.has(name)) removeQuietly(join(folder, name))
    },
    remove(callId) {
      const remove = (): void => removeQuietly(pathOf(callId))
      remove()
      void pending.get(callId)?.then(remove)
    },
    async sweep() {
      try {
        await removeOldest(folder, mostBytes)
      } catch {
        // The folder does not exist yet, or the disk does not answer.
      }
    },
  }
}

/** A call's result has no colours, only the first and last part of a long output, and little of a stopped call. */
function holdsMore({ bytes, file }: RawOutput, standsFor: StandsFor): boolean {
  return file !== null || bytes.includes(ESCAPE) || (standsFor === 'printedEnd' && bytes.length > 0)
}

function trailerOf(standsFor: StandsFor): Buffer {
  const text = standsFor === 'printedEnd' ? PRINTED_END : String(standsFor)
  return Buffer.from(text.padStart(TRAILER_BYTES, '0'))
}

/** Null if this is not one of our files. */
function standsForIn(trailer: Buffer): StandsFor | null {
  const text = trailer.toString('latin1')
  if (text.endsWith(PRINTED_END)) return 'printedEnd'
  return /^\d+$/.test(text) ? Number(text) : null
}

async function readPage(path: string, before: number | null): Promise<KeptPage | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const facts = await file.stat()
    const bytes = facts.size - TRAILER_BYTES
    if (!facts.isFile() || bytes < 0) return null
    const standsFor = standsForIn(await readFrom(file, bytes, TRAILER_BYTES))
    if (standsFor === null) return null
    const end = Math.min(before ?? bytes, bytes)
    const start = Math.max(0, end - PAGE_BYTES)
    const page = await readFrom(file, start, end - start)
    const skipped = start === 0 ? 0 : beginningOfLine(page)
    const shown = page.subarray(skipped)
    const text = shown.toString('utf8', 0, shown.length - incompleteTail(shown))
    return { text: colouredText(text), from: start + skipped, standsFor }
  } finally {
    await file.close()
  }
}

async function readFrom(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

/** The position of the first complete line, or of the first complete character if there is only one line. */
function beginningOfLine(page: Buffer): number {
  const lineBreak = page.indexOf('\n')
  return lineBreak === -1 || lineBreak === page.length - 1 ? orphanedHead(page) : lineBreak + 1
}

async function removeOldest(folder: string, mostBytes: number): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      const stats = await stat(path).catch(() => null)
      if (stats === null) return null
      const { mtimeMs, size } = stats
      return { path, mtimeMs, size, isLeft: name.endsWith(TEMPORARY) }
    }),
  )
  const files = found.filter((file) => file !== null)
  let remaining = mostBytes
  for (const { isLeft, path, size } of files.toSorted(
    (one, other) => other.mtimeMs - one.mtimeMs,
  )) {
    remaining -= isLeft ? 0 : size
    if (isLeft || remaining < 0) await rm(path, { force: true }).catch(() => undefined)
  }
}
