import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

interface NamedFile {
  readonly name: string
  readonly path: string
}

/** The regular files of a folder, without links and pipes. Empty if there is no such folder. */
export function filesIn(folder: string): readonly NamedFile[] {
  const entries = entriesOf(folder).filter((entry) => entry.isFile())
  return entries.map(({ name }) => ({ name, path: join(folder, name) }))
}

export function foldersIn(folder: string): readonly string[] {
  const entries = entriesOf(folder).filter((entry) => entry.isDirectory())
  return entries.map(({ name }) => join(folder, name))
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
