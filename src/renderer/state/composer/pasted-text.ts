import type { ComposerFile } from './composer.ts'
import type { LocalFile } from '../../../client/files/upload.ts'

const MOST_CHARACTERS = 10_000
const MOST_LINES = 200

/** True if a pasted text is so long that it is attached as a file. */
export function isLongPaste(text: string): boolean {
  return text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES
}

/** The text as a file with a unique name within the message. */
export function fileOfPaste(text: string, files: readonly Pick<ComposerFile, 'name'>[]): LocalFile {
  const names = new Set(files.map(({ name }) => name))
  let name = 'Pasted text.txt'
  for (let number = 2; names.has(name); number += 1) name = `Pasted text ${number}.txt`
  return new File([text], name, { type: 'text/plain' })
}
