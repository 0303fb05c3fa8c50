import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { fileFault } from '../system/file-fault.ts'
import { decodeWhole, formOf, type TextForm } from './encoding.ts'
import { heldPathOf } from './held-folder.ts'
import { type OpenFile, openFile } from './open-file.ts'
import type { Place } from './places.ts'

/** A file that is being changed is in memory several times. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** A text file as it is on disk. `digest`: SHA-256 of its bytes. */
export interface WholeText {
  readonly text: string
  readonly form: TextForm
  readonly digest: string
  readonly bytes: Buffer
  readonly stats: Stats
}

/** A file that may be replaced, whatever it contains. */
export type WholeFile = Pick<WholeText, 'bytes' | 'digest' | 'stats'>

/** Reads a text file that will be rewritten in the same encoding. The error is a sentence for the model. */
export async function readWholeText(place: Place): Promise<Result<WholeText, string>> {
  const file = await readWholeFile(place, ' Change it with bash.')
  return file.ok ? asText(place, file.value) : file
}

/** The error is a sentence for whoever `advice` is for. */
export async function readWholeFile(place: Place, advice = ''): Promise<Result<WholeFile, string>> {
  const file = await openFile(place)
  if (!file.ok) return file
  const { handle, stats } = file.value
  try {
    const wrong = await unfit(place, file.value, advice)
    if (wrong !== null) return failed(wrong)
    const bytes = await handle.readFile()
    const digest = createHash('sha256').update(bytes).digest('hex')
    return ok({ bytes, digest, stats })
  } catch (error) {
    return failed(`${place.shown} cannot be read: ${fileFault(error)}.`)
  } finally {
    await handle.close()
  }
}

function asText(place: Place, file: WholeFile): Result<WholeText, string> {
  const { bytes } = file
  const form = formOf(bytes, true)
  const text = form === null ? null : decodeWhole(bytes, form)
  if (form === null || text === null) {
    return failed(`${place.shown} is not text, or mixes encodings. Change it with bash.`)
  }
  return ok({ text, form, ...file })
}

/** The reason why a file must not be replaced; null if it may. */
async function unfit(
  { real, shown }: Place,
  { handle, stats }: OpenFile,
  advice: string,
): Promise<string | null> {
  if (stats.nlink > 1) {
    return `${shown} has ${stats.nlink} names (hard links); replacing it would separate them.${advice}`
  }
  if (stats.size > MAX_TEXT_BYTES) {
    return `${shown} is larger than ${MAX_TEXT_BYTES / 1_048_576} MB.${advice}`
  }
  try {
    await access(heldPathOf(handle, real), constants.W_OK)
    return null
  } catch (error) {
    return `${shown} cannot be changed: ${fileFault(error)}.`
  }
}
