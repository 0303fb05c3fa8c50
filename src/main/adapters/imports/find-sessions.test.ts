import Database from 'better-sqlite3'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSessions } from './find-sessions.ts'
import { sessionPlaces } from './session-places.ts'

let home: string
let folder: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'phoenix-found-'))
  folder = join(home, '.claude', 'projects', '-work')
  mkdirSync(folder, { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const titles = (): readonly string[] =>
  findSessions(sessionPlaces(home, {})).map(({ title }) => title)

/** Writes a session with this content; `age` in seconds. */
function write(name: string, age: number, content: unknown, more: object = {}): void {
  const message = { role: 'user', content }
  const line = { type: 'user', uuid: 'a', parentUuid: null, cwd: '/work', message, ...more }
  const path = join(folder, `${name}.jsonl`)
  writeFileSync(path, `${JSON.stringify(line)}\n`)
  utimesSync(path, 1_700_000_000 - age, 1_700_000_000 - age)
}

test('a session that begins with a large image is listed', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(3_000_000) }
  write('a', 0, [
    { type: 'image', source },
    { type: 'text', text: 'What is this?' },
  ])
  expect(titles()).toEqual(['What is this?'])
})

test('a long title ends in a whole character', () => {
  write('a', 0, `${'x'.repeat(199)}😀`)
  expect(titles()).toEqual(['x'.repeat(199)])
})

test('files of sub-agents, however many and new, hide no session', () => {
  for (let n = 0; n < 400; n += 1) write(`agent-${n}`, n, 'Warmup', { isSidechain: true })
  write('mine', 1_000, 'Hello')
  expect(titles()).toEqual(['Hello'])
})

test('a database that cannot be read does not hide the sessions of another', () => {
  const places = { ...sessionPlaces(home, {}), scratch: home }
  const { opencode } = places
  mkdirSync(opencode, { recursive: true })
  writeFileSync(join(opencode, 'opencode-old.db'), 'not a database')
  const db = new Database(join(opencode, 'opencode.db'))
  db.exec(`
    CREATE TABLE session (id, title, directory, time_updated, parent_id);
    CREATE TABLE message (session_id);
    INSERT INTO session VALUES ('s', 'Hello', '/work', 1, NULL);
    INSERT INTO message VALUES ('s')`)
  db.close()
  expect(findSessions(places).map(({ title }) => title)).toEqual(['Hello'])
})

test('a session in a database without a title, a folder or a time hides no other', () => {
  const places = { ...sessionPlaces(home, {}), scratch: home }
  mkdirSync(places.opencode, { recursive: true })
  const db = new Database(join(places.opencode, 'opencode.db'))
  db.exec(`
    CREATE TABLE session (id, title, directory, time_updated, parent_id);
    CREATE TABLE message (session_id);
    INSERT INTO session VALUES ('s', 'Hello', NULL, NULL, NULL), ('t', NULL, '/work', 'x', NULL);
    INSERT INTO message VALUES ('s'), ('t')`)
  db.close()
  expect(findSessions(places)).toMatchObject([{ title: 'Hello', folder: '', at: 0 }])
})

if (process.getuid?.() !== 0) {
  test('a folder that may be listed but not entered hides no session', () => {
    write('closed', 0, 'Hidden')
    const other = join(folder, '..', '-other')
    mkdirSync(other)
    renameSync(join(folder, 'closed.jsonl'), join(other, 'closed.jsonl'))
    chmodSync(other, 0o600)
    write('mine', 1, 'Hello')
    const found = titles()
    chmodSync(other, 0o700)
    expect(found).toEqual(['Hello'])
  })
}
