import { closeSync, constants, fstatSync, lstatSync, readSync, realpathSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { join, relative, sep } from 'node:path'
import {
  type InstructionsFault,
  InstructionsName,
  MAX_INSTRUCTIONS_BYTES,
} from '../../../shared/turn.ts'
import type { FoundInstructions, InstructionsPort } from '../../runtime/file-ports.ts'
import { incompleteTail } from '../processes/whole-characters.ts'
import { isInside } from '../system/folders.ts'
import { openAtOnce } from './held-folder.ts'
import { isSame } from './open-file.ts'
import { holdsSecrets } from './secrets.ts'

/** Without waiting for who writes a pipe. Windows does not know it. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Reads AGENTS.md, else CLAUDE.md, of a folder: a regular file in it, of which the first 64 KB are UTF-8. Links are
 * followed where they stay in the folder and lead to nothing secret: nobody is asked for what is read here.
 */
export function createInstructionsPort(dataFolder: string): InstructionsPort {
  return {
    read(folder) {
      let fault: InstructionsFault | null = null
      for (const name of InstructionsName.options) {
        const read = readOne(folder, name, dataFolder)
        if (typeof read === 'object') return { files: [read], fault }
        if (read !== 'absent') fault ??= { name, why: read }
      }
      return { files: [], fault }
    },
  }
}

type Passed = 'absent' | InstructionsFault['why']

/** One that is blank says nothing, as if there were none. */
function readOne(
  folder: string,
  name: InstructionsName,
  dataFolder: string,
): FoundInstructions | Passed {
  try {
    const place = placeOf(folder, name, dataFolder)
    if (place === null) return 'leadsOut'
    const start = startOf(place)
    return start === null ? 'notReadable' : textIn(name, start)
  } catch {
    return isThere(join(folder, name)) ? 'notReadable' : 'absent'
  }
}

/** A link that leads nowhere is. */
function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

interface LinkedPlace {
  readonly path: string
  readonly real: string
}

/** Null: it leads to where nothing may be read without being asked for. */
function placeOf(folder: string, name: InstructionsName, dataFolder: string): LinkedPlace | null {
  const root = realpathSync(folder)
  if (root !== folder) return null
  const path = join(root, name)
  const real = realpathSync(path)
  if (!isInside(real, root) || isInside(real, realpathSync(dataFolder))) return null
  return holdsSecrets(relative(root, real).split(sep)) ? null : { path, real }
}

/** One byte more than is wanted tells whether the file goes on. */
function startOf({ path, real }: LinkedPlace): Buffer | null {
  const before = lstatSync(real)
  if (!before.isFile()) return null
  const file = openAtOnce(real, FLAGS)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || !isSame(stats, before) || realpathSync(path) !== real) return null
    const bytes = Buffer.alloc(Math.min(MAX_INSTRUCTIONS_BYTES + 1, stats.size))
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, length)
    }
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

function textIn(name: InstructionsName, start: Buffer): FoundInstructions | Passed {
  const isCut = start.length > MAX_INSTRUCTIONS_BYTES
  const most = start.subarray(0, MAX_INSTRUCTIONS_BYTES)
  const whole = isCut ? most.subarray(0, most.length - incompleteTail(most)) : most
  const isMarked = whole.subarray(0, UTF8_MARK.length).equals(UTF8_MARK)
  const text = isMarked ? whole.subarray(UTF8_MARK.length) : whole
  if (!isUtf8(text) || text.includes(0)) return 'notText'
  if (text.toString().trim() === '') return 'absent'
  return { name, text, isCut }
}
