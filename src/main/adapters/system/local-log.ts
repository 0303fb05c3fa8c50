import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../runtime/ports.ts'

const FILE_BYTES = 2 * 1024 * 1024
const FILES = 5

/** Shorter secrets would redact ordinary words. */
const SHORTEST_SECRET = 6

export interface LocalLog extends Log {
  /** Every later line shows this text as [secret]. */
  redact(secret: string): void
}

/**
 * Lines of JSON in FOLDER/log/phoenix.log, at most five files of 2 MB. Keys never get in: what looks like one and what
 * was named to `redact` is replaced. A log that cannot be written is silent: it must never fail a turn (T92).
 */
export function openLocalLog(folder: string, now: () => number): LocalLog {
  const path = join(folder, 'log', 'phoenix.log')
  const secrets = new Set<string>()
  let bytes: number | null = null

  const append = (line: string): void => {
    bytes ??= openedSize(path)
    if (bytes >= FILE_BYTES) {
      rotate(path)
      bytes = 0
    }
    appendFileSync(path, line, { mode: 0o600 })
    bytes += Buffer.byteLength(line)
  }
  return {
    redact: (secret) => {
      if (secret.length >= SHORTEST_SECRET) secrets.add(secret)
    },
    warn: (what, facts) => {
      try {
        append(lineOf(now(), what, facts, secrets))
      } catch {
        bytes = null
      }
    },
  }
}

function lineOf(
  at: number,
  what: string,
  facts: Readonly<Record<string, string | number>>,
  secrets: ReadonlySet<string>,
): string {
  const clean = (value: string | number): string | number =>
    typeof value === 'string' ? redacted(value, secrets) : value
  const shown = Object.entries(facts).map(([name, value]) => [name, clean(value)])
  const line = { at: new Date(at).toISOString(), what: clean(what), ...Object.fromEntries(shown) }
  return `${JSON.stringify(line)}\n`
}

function redacted(text: string, secrets: ReadonlySet<string>): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]')
  return clean.replaceAll(/sk-ant-[\w-]+/g, '[secret]')
}

function openedSize(path: string): number {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** phoenix.log becomes phoenix.log.1 and so on; the last one falls off. */
function rotate(path: string): void {
  for (let n = FILES - 2; n >= 0; n -= 1) {
    const from = n === 0 ? path : `${path}.${n}`
    if (statSync(from, { throwIfNoEntry: false }) !== undefined)
      renameSync(from, `${path}.${n + 1}`)
  }
}
