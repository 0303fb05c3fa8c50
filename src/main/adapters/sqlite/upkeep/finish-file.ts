import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../../data-folder/atomic-file.ts'

/** Flushes a written and closed file to the disk, including its name. Throws the disk's errors. */
export function finish(file: string): void {
  const opened = openSync(file, 'r+')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  syncFolder(dirname(file))
}
