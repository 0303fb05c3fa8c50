import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, lstatSync, readSync, realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { InstructionsFault, InstructionsName } from '../../../shared/conversation/turn.ts'
import type { FoundInstructions } from '../../runtime/ports/file-ports.ts'
import { incompleteTail } from '../processes/output/whole-characters.ts'
import { faultCode, isAbsence } from '../system/file-fault.ts'
import { isInside } from '../system/folders.ts'
import { UTF8_MARK } from '../../../shared/byte-order-mark.ts'
import { openAtOnce } from './held-folder.ts'
import { isSame } from './open-file.ts'
import { holdsSecrets } from './secrets.ts'

/** Does not wait for the writer of a pipe. Windows lacks the flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export interface Within {
  /** Links must stay inside it. */
  readonly root: string
  readonly maxBytes: number
  readonly dataFolder: string
  /** Called if something cannot be read for the moment. It then counts as absent. */
  readonly onMissed?: OnMissed
}

export type OnMissed = () => void

export type Passed = 'absent' | InstructionsFault['why']

/** A blank one counts as missing. */
export function readOne(
  path: string,
  name: InstructionsName,
  within: Within,
): FoundInstructions | Passed {
  try {
    const place = placeOf(path, within)
    if (place === null) return 'leadsOut'
    const start = startOf(place, within.maxBytes)
    return start === null ? 'notReadable' : textIn(name, start, within.maxBytes)
  } catch (error) {
    if (isMissed(error, within.onMissed)) return 'absent'
    return isAbsence(error) && !exists(path, within.onMissed) ? 'absent' : 'notReadable'
  }
}

/** A broken link exists. */
export function exists(path: string, onMissed?: OnMissed): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    isMissed(error, onMissed)
    return false
  }
}

/** The system is short of something, or the disk does not answer: this says nothing about the file. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(
  'EMFILE ENFILE ENOMEM EAGAIN EBUSY EINTR EIO ESTALE ETIMEDOUT ENOTCONN EHOSTDOWN EHOSTUNREACH'.split(
    ' ',
  ),
)

export function isMissed(error: unknown, onMissed?: OnMissed): boolean {
  if (!OF_THE_MOMENT.has(faultCode(error))) return false
  onMissed?.()
  return true
}

interface LinkedPlace {
  readonly path: string
  readonly real: string
}

/** Null if it leads to a place that may not be read without asking. */
function placeOf(path: string, { dataFolder, root }: Within): LinkedPlace | null {
  const real = realpathSync(path)
  if (realpathSync(root) !== root) return null
  if (!isInside(real, root) || isInside(real, realpathSync(dataFolder))) return null
  return holdsSecrets(relative(root, real).split(sep)) ? null : { path, real }
}

/** Reads one byte more than wanted, which shows whether the file continues. */
export function startOf({ path, real }: LinkedPlace, maxBytes: number): Buffer | null {
  const before = lstatSync(real)
  if (!before.isFile()) return null
  const file = openAtOnce(real, FLAGS)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || !isSame(stats, before) || realpathSync(path) !== real) return null
    const bytes = Buffer.alloc(Math.min(maxBytes + 1, stats.size))
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, length)
    }
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

export function textIn(
  name: InstructionsName,
  start: Buffer,
  maxBytes: number,
): FoundInstructions | Passed {
  const isCut = start.length > maxBytes
  const most = start.subarray(0, maxBytes)
  const whole = isCut ? most.subarray(0, most.length - incompleteTail(most)) : most
  const isMarked = whole.subarray(0, UTF8_MARK.length).equals(UTF8_MARK)
  const text = isMarked ? whole.subarray(UTF8_MARK.length) : whole
  if (!isUtf8(text) || text.includes(0)) return 'notText'
  if (text.toString().trim() === '') return 'absent'
  return { name, text, isCut }
}
