import type { Database } from 'better-sqlite3'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { ConversationRegistry } from '../../runtime/registry/conversation-registry.ts'
import { HeldTools } from '../../runtime/fakes/held-tools.ts'
import { MemoryBlobs } from '../../runtime/fakes/memory/memory-blobs.ts'
import { KnownFolders } from '../../runtime/fakes/known-folders.ts'
import { WrittenInstructions } from '../../runtime/fakes/written-instructions.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { NO_SHELLS } from '../../runtime/fakes/memory/memory-shells.ts'
import { NO_PROCESSES } from '../../runtime/fakes/absent/no-processes.ts'
import { ScriptedModel } from '../../runtime/fakes/scripted-model.ts'
import { summary } from '../../runtime/fakes/contracts/store-samples.ts'
import { verifyConversation, verifyHistory } from '../../runtime/commands/history/verify-history.ts'
import { createHistoryLog } from './history-log.ts'
import { openDatabase, openForReading } from './open-database.ts'
import { createSqliteStore } from './store.ts'
import { widen } from './history/widen.fixture.ts'

const ID = 'c1' as ConversationId
const SCRIPT = join(import.meta.dirname, '../../../../scripts/replay.ts')
/** A stopped clock. */
const clock = { now: () => 0 }
let folder: string
let db: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-replay-'))
  const opened = openDatabase(join(folder, 'phoenix.db'))
  if (!opened.ok) throw new Error(opened.error)
  db = opened.value
  await live()
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes the real runtime write a round, a cancel, a failure and a session's end. */
async function live(): Promise<void> {
  const log = { warn: (what: string) => expect.fail(what) }
  const time = new ManualTime()
  const model = new ScriptedModel()
  const tools = new HeldTools()
  const store = createSqliteStore(db, log)
  let count = 0
  const registry = new ConversationRegistry({
    store,
    clock: time,
    pulse: time,
    timers: time,
    model,
    tools,
    log,
    observer: { observe: () => {} },
    blobs: new MemoryBlobs(),
    instructions: new WrittenInstructions(),
    git: { stateOf: () => Promise.resolve(null) },
    folders: new KnownFolders(),
    ids: { next: () => `e${++count}` as EventId, random: () => 0.7 },
    contextOf: () => testContext(),
    broadcast: () => {},
    onRemoved: () => {},
    wantsTitle: () => false,
    processes: NO_PROCESSES,
    shells: NO_SHELLS,
  })
  store.createConversation({ id: ID, folder: '/work', permissionMode: 'auto', at: 1 })
  const say = (text: string): Promise<void> => {
    const messageId = `m${++count}` as MessageId
    registry
      .get(ID)
      ?.dispatch(
        { type: 'userMessage', messageId, text, attachments: [], mode: 'policy' },
        () => {},
      )
    return time.settle()
  }
  await say('Look at half a character \ud83d')
  model.last.call.onStarted()
  model.last.callBash('one', 'two', 'three')
  await time.settle()
  tools.last.finish('out')
  await time.settle()
  tools.last.print('printed')
  registry.get(ID)?.dispatch({ type: 'cancelRequested', by: 'user' }, () => {})
  tools.last.finish('', 'aborted')
  await time.settle()
  await say('Again')
  model.last.fail('overloaded')
  await time.advance(3_000)
  model.last.fail('auth')
  await time.settle()
  registry.release(ID)
}

function verified(): ReturnType<typeof verifyConversation> {
  return verifyConversation(createHistoryLog(db), ID, { clock, pause: () => Promise.resolve() })
}

// covers R5-36 E-00 R5-28
test('the log of the runtime rebuilds what the runtime stored', async () => {
  const { events, messages, difference } = await verified()
  expect(difference).toBeNull()
  expect(events).toBeGreaterThan(15)
  expect(messages).toBe(7)
})

test('results from before undo existed, and replies from before endpoints and prices, rebuild what is stored', async () => {
  widen(db)
  for (const [type, names] of [
    ['tool', "'$.files'"],
    ['agent', "'$.endpoint', '$.price'"],
  ] as const) {
    const without = `UPDATE wide_messages SET content = json_remove(content, ${names})
      WHERE json_extract(content, '$.type') = ?`
    expect(db.prepare(without).run(type).changes).toBeGreaterThan(0)
    expect((await verified()).difference, type).toBeNull()
  }
  const results = createSqliteStore(db, { warn: (what) => expect.fail(what) })
    .history(ID)
    .flatMap(({ content }) => (content.type === 'tool' ? [content.files] : []))
  expect(results.flat()).toEqual([])
})

test('a summary from before prices existed has an unknown price', () => {
  const { id, content } = summary('s1', 500, 2)
  const { price: _price, ...older } = { price: null, ...content }
  const insert = db.prepare(
    'INSERT INTO wide_messages (id, conversation_id, seq, at, content) VALUES (?, ?, 8, 1, ?)',
  )
  insert.run(id, ID, JSON.stringify(older))
  expect(createHistoryLog(db).message(id)?.content).toEqual({ ...older, price: null })
})

test('text changed in the file is found', async () => {
  widen(db)
  db.exec("UPDATE wide_messages SET content = replace(content, 'Skipped', 'Stepped') WHERE seq = 5")
  expect((await verified()).difference).toMatchObject({
    what: expect.stringContaining('content.content.0.text') as string,
    stored: '"Stepped due to cancellation"',
    derived: '"Skipped due to cancellation"',
  })
})

test('a missing row, a changed state and broken JSON are found', async () => {
  widen(db)
  const changes = [
    'DELETE FROM wide_events WHERE seq = 7',
    "UPDATE conversations SET state = json_set(state, '$.kind', 'server')",
    "UPDATE conversations SET state = 'no json'",
    "UPDATE wide_events SET body = 'no json' WHERE seq = 3",
    "UPDATE wide_events SET body = json_set(body, '$.input.type', 'wished') WHERE seq = 3",
    "UPDATE wide_messages SET content = '{' WHERE seq = 2",
  ]
  for (const change of changes) {
    db.exec(`SAVEPOINT before; ${change}`)
    expect((await verified()).difference, change).not.toBeNull()
    db.exec('ROLLBACK TO before; RELEASE before')
  }
  expect((await verified()).difference).toBeNull()
})

test('rows without a version are still read, and different decisions are attributed to another version', async () => {
  widen(db)
  const change = "UPDATE conversations SET state = json_set(state, '$.kind', 'server')"
  const versions = [
    "json_set(body, '$.input.version', '0.0.9')",
    "json_remove(body, '$.input.version')",
  ]
  for (const version of versions) {
    db.exec(`SAVEPOINT before; UPDATE wide_events SET body = ${version}
      WHERE json_extract(body, '$.input.type') = 'sessionOpened'`)
    db.exec(`UPDATE wide_events SET body = ${version.replace('$.input.version', '$.version')}
      WHERE json_extract(body, '$.type') = 'sessionStarted'`)
    expect(await verified()).toMatchObject({ difference: null, isOfOtherVersion: true })
    db.exec(change)
    expect(await verified()).toMatchObject({ difference: {}, isOfOtherVersion: true })
    db.exec('ROLLBACK TO before; RELEASE before')
  }
  db.exec(change)
  expect(await verified()).toMatchObject({ difference: {}, isOfOtherVersion: false })
})

test('a history is verified in pages, each conversation once, while other work goes on between slices', async () => {
  const insert = db.prepare(
    "INSERT INTO conversations (id, folder, created_at, updated_at, state) VALUES (?, '/work', 1, 1, ?)",
  )
  const idle = JSON.stringify({ type: 'idle', unfinished: null })
  for (let n = 0; n < 120; n++) insert.run(`d${n}`, n === 7 ? '{}' : idle)
  let pauses = 0
  const pause = (): Promise<void> => {
    pauses += 1
    return new Promise((resolve) => setImmediate(resolve))
  }
  let after: ConversationId | null = null
  let conversations = 0
  const found: string[] = []
  do {
    const page: Awaited<ReturnType<typeof verifyHistory>> = await verifyHistory(
      createHistoryLog(db),
      after,
      { clock, pause },
    )
    expect(page.total).toBe(121)
    conversations += page.conversations
    found.push(...page.differences.map((each) => each.conversationId))
    after = page.next
  } while (after !== null)
  expect(conversations).toBe(121)
  expect(pauses).toBe(121)
  expect(found).toEqual(['d7'])
})

test('a slice that has used its time yields to other work, and the history is still folded to the end', async () => {
  let now = 0
  let pauses = 0
  const slow = { now: () => (now += 3) }
  const pause = (): Promise<void> => {
    pauses += 1
    return Promise.resolve()
  }
  const { events, difference } = await verifyConversation(createHistoryLog(db), ID, {
    clock: slow,
    pause,
  })
  expect(difference).toBeNull()
  expect(pauses).toBeGreaterThanOrEqual(Math.floor(events / 2))
})

test('the script replays by id or by part of the title, and writes nothing', () => {
  const file = join(folder, 'phoenix.db')
  db.pragma('wal_checkpoint(TRUNCATE)')
  const before = readFileSync(file)
  const printed = execFileSync(process.execPath, [SCRIPT, folder, 'HALF A'], { encoding: 'utf8' })
  expect(printed).toMatch(/\(c1\): \d+ rows folded, 7 messages compared\nequal/)
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('the script ends with 1 and both values if something differs, or nothing is found', () => {
  widen(db)
  db.exec("UPDATE conversations SET state = json_set(state, '$.kind', 'server')")
  const different = spawnSync(process.execPath, [SCRIPT, folder, 'c1'], { encoding: 'utf8' })
  expect(different.status).toBe(1)
  expect(different.stdout).toMatch(/different at row \d+: state\.kind\n.*"server"\n.*"auth"/)
  db.exec(`UPDATE wide_events SET body = json_set(body, '$.input.version', '0.0.9')
    WHERE json_extract(body, '$.input.type') = 'sessionOpened'`)
  db.exec(`UPDATE wide_events SET body = json_set(body, '$.version', '0.0.9')
    WHERE json_extract(body, '$.type') = 'sessionStarted'`)
  const older = spawnSync(process.execPath, [SCRIPT, folder, 'c1'], { encoding: 'utf8' })
  expect(older.status).toBe(0)
  expect(older.stdout).toContain('written by another version of Phoenix')
  const none = spawnSync(process.execPath, [SCRIPT, folder, 'none'], { encoding: 'utf8' })
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('none')])
})

test('a database opened for reading cannot be written, and one of a newer Phoenix is refused', () => {
  const file = join(folder, 'phoenix.db')
  const reading = openForReading(file)
  if (!reading.ok) throw new Error(reading.error)
  expect(() => reading.value.exec('DELETE FROM packed_events')).toThrow(/readonly/)
  reading.value.close()
  db.pragma('user_version = 99')
  expect(openForReading(file)).toMatchObject({
    ok: false,
    error: expect.stringContaining('newer Phoenix') as string,
  })
  expect(openForReading(join(folder, 'none.db')).ok).toBe(false)
})
