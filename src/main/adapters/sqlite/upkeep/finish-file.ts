import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../../data-folder/atomic-file.ts'

/** Brings a file that is written and closed onto the disk, with its name. Throws what the disk says. */
export function finish(file: string): void {
  const opened = openSync(file, 'r+')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  syncFolder(dirname(file))
}
