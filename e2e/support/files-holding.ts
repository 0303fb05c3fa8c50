import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { storedLog } from './stored-log.ts'

/** The names of all files below, hidden ones too (a glob leaves them out). */
export function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => statSync(join(folder, name)).isFile())
}

/** The bytes of a file, and what a database packs. */
export function contentsOf(file: string): string {
  const bytes = readFileSync(file, 'latin1')
  return file.endsWith('phoenix.db') ? bytes + JSON.stringify(storedLog(file)) : bytes
}

export function filesHolding(secret: string, folder: string): readonly string[] {
  return filesBelow(folder).filter((name) => contentsOf(join(folder, name)).includes(secret))
}
