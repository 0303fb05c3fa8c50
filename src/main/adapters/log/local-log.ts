import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shortened } from '../../../shared/visible-text.ts'
import type { Log } from '../../runtime/ports/ports.ts'
import { makeFolder } from '../data-folder/make-folder.ts'
import type { Redactor } from './redactor.ts'

const FILE_BYTES = 2 * 1024 * 1024
const FILES = 5
/** The longest text in a line. */
const MAX_TEXT = 4_000

/** From the least to the most severe. */
const LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof LEVELS)[number]

type Facts = Parameters<Log['warn']>[1]

export interface LocalLog extends Log {
  write(level: Level, what: string, facts: Facts): void
}

export interface LocalLogOptions {
  readonly folder: string
  /** ms since 1970. */
  readonly now: () => number
  readonly redactor: Redactor
  /** Lower levels are not written. */
  readonly least: Level
}

/** The level named by PHOENIX_LOG; an invalid value is ignored. */
export function leastLevelOf(environment: NodeJS.ProcessEnv): Level {
  const named = environment['PHOENIX_LOG']
  return LEVELS.find((level) => level === named) ?? 'info'
}

/** The newest file first. */
export function logFiles(folder: string): readonly string[] {
  const newest = join(folder, 'log', 'phoenix.log')
  return [newest, ...Array.from({ length: FILES - 1 }, (_, n) => `${newest}.${n + 1}`)]
}

/**
 * Writes lines of JSON to FOLDER/log/phoenix.log, at most five files of 2 MB. Keys never get in: whatever looks like one,
 * and every secret that the redactor knows, is replaced. A log that cannot be written is silent: it must never fail a turn
 * (T92).
 */
export function openLocalLog({ folder, least, now, redactor }: LocalLogOptions): LocalLog {
  const files = logFiles(folder)
  const [path = ''] = files
  let bytes: number | null = null
  /** The last line may be incomplete. */
  let isTorn = false

  const append = (line: string): void => {
    bytes ??= openedSize(path)
    if (bytes >= FILE_BYTES) {
      rotate(files)
      bytes = 0
    }
    const text = isTorn ? `\n${line}` : line
    appendFileSync(path, text, { mode: 0o600 })
    isTorn = false
    bytes += Buffer.byteLength(text)
  }
  const write: LocalLog['write'] = (level, what, facts) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
    try {
      append(lineOf({ at: now(), level, what, facts }, redactor))
    } catch {
      bytes = null
      isTorn = true
    }
  }
  return { write, warn: (what, facts) => write('warn', what, facts) }
}

interface Line {
  /** ms since 1970. */
  readonly at: number
  readonly level: Level
  readonly what: string
  readonly facts: Facts
}

function lineOf({ at, level, what, facts }: Line, redactor: Redactor): string {
  const clean = (value: Facts[string]): Facts[string] =>
    typeof value === 'string' ? cut(redactor.clean(value)) : value
  const shown = Object.entries(facts).map(([name, value]) => [name, clean(value)])
  const named = { at: new Date(at).toISOString(), level, what: clean(what) }
  return `${JSON.stringify({ ...named, facts: Object.fromEntries(shown) })}\n`
}

function cut(text: string): string {
  return shortened(text, MAX_TEXT)
}

function openedSize(path: string): number {
  makeFolder(dirname(path))
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** phoenix.log becomes phoenix.log.1 and so on; the last one is removed. */
function rotate(files: readonly string[]): void {
  for (let n = files.length - 2; n >= 0; n -= 1) {
    const [from = '', to = ''] = files.slice(n, n + 2)
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to)
  }
}
