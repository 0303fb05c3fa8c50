import { closeSync, fstatSync, readSync } from 'node:fs'
import { openRegular } from '../data-folder/regular-file.ts'
import { logFiles } from './local-log.ts'

/** The newest lines of the log, about this many bytes in total; oldest first. */
export function newestLogLines(folder: string, bytes: number): readonly unknown[] {
  const lines: unknown[] = []
  let left = bytes
  for (const file of logFiles(folder)) {
    if (left <= 0) break
    const text = endOf(file, left)
    left -= text.length
    lines.unshift(...text.split('\n').flatMap(parsed))
  }
  return lines
}

/** The first line may be cut. */
function endOf(file: string, bytes: number): string {
  let open: number | null = null
  try {
    open = openRegular(file)
    const { size } = fstatSync(open)
    const end = Buffer.alloc(Math.min(size, bytes))
    const length = readSync(open, end, 0, end.length, size - end.length)
    return end.toString('utf8', 0, length)
  } catch {
    return ''
  } finally {
    if (open !== null) closeSync(open)
  }
}

/** Empty if the line is incomplete. */
function parsed(line: string): readonly unknown[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
