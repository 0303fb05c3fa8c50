import { trimEndOf } from '../../../shared/trim-end.ts'

const MAX_LENGTH = 4_096
/** Windows names that are devices in every folder. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\..*)?$/i

/**
 * The reason why a text cannot be a path on this platform, found without touching a disk: a sentence for the model. Null if
 * it can.
 */
export function wrongPath(path: string, platform: NodeJS.Platform): string | null {
  if (path.trim() === '')
    return 'The path is empty. Give one, relative to the folder of the conversation.'
  if (path.includes('\0')) return 'The path contains a NUL character, which no file name can have.'
  if (path.length > MAX_LENGTH) return `The path is longer than ${MAX_LENGTH} characters.`
  if (!path.isWellFormed()) return 'The path contains half a character. Write it again.'
  return platform === 'win32' ? wrongOnWindows(path) : null
}

/** Paths that Windows reads differently from how they look: shares, devices, streams, names that it trims. */
function wrongOnWindows(path: string): string | null {
  if (/^[\\/]{2}/.test(path)) return `${path} is a path of the network or of a device. Use a drive.`
  const names = path.replace(/^[a-z]:(?=[\\/])/i, '').split(/[\\/]/)
  for (const name of names) {
    if (name.includes(':')) return `${path} names a stream of a file. Name the file itself.`
    if (DEVICE.test(trimEndOf(name, '. '))) return `${name} is a device, not a file.`
    if (!/^\.{0,2}$/.test(name) && /[. ]$/.test(name)) {
      return `Windows drops dots and spaces at the end of ${name}. Omit them.`
    }
  }
  return null
}
