import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FILE_LIST } from '../shared/page-files.ts'

/** Writes a page as the build does: its files by name, and their list. */
export function writePage(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  writeFileSync(join(folder, FILE_LIST), JSON.stringify(Object.keys(files)))
}
