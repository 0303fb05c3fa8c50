import Database from 'better-sqlite3'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A recorded session, by its file in samples/. */
export function sampleOf(file: string): string {
  return readFileSync(new URL(`samples/${file}`, import.meta.url), 'utf8')
}

/** Writes a database as opencode does. */
export function writeOpencodeDatabase(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const db = new Database(join(folder, 'opencode.db'))
  db.pragma('journal_mode = WAL')
  db.exec(sampleOf('opencode.sql'))
  db.close()
}

/** Writes the files of early versions of opencode. */
export function writeOpencodeFiles(folder: string): void {
  const files = JSON.parse(sampleOf('opencode-files.json')) as Record<string, unknown>
  for (const [name, json] of Object.entries(files)) {
    const path = join(folder, 'storage', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(json))
  }
}

/** Writes sessions of all programs to the usual places in this home folder. */
export function writeSessions(home: string): void {
  const write = (path: string, file: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), sampleOf(file))
  }
  write('.claude/projects/-home-dev-project/929e189a.jsonl', 'claude-code.jsonl')
  write('.codex/sessions/2026/11/25/rollout-2026-11-25T02-27-04-01a21087.jsonl', 'codex.jsonl')
  write('.pi/agent/sessions/--home-dev-project--/01a21089.jsonl', 'pi.jsonl')
  writeOpencodeDatabase(join(home, '.local/share/opencode'))
}
