import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createImports } from './import-port.ts'
import { sampleOf, writeSessions } from './samples.fixture.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

const WORKER = threadSource('./import-worker.ts', import.meta.url)
const CLAUDE = '.claude/projects/-home-dev-project'

function homeWith(write: (home: string) => void = writeSessions): string {
  const home = mkdtempSync(join(tmpdir(), 'phoenix-imports-'))
  write(home)
  return home
}

function importsIn(home: string, limits?: Parameters<typeof createImports>[1]) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'phoenix-data-'))
  return createImports({ worker: WORKER, home, dataFolder, environment: {} }, limits)
}

/** What a file with this content is. */
async function look(imports: ReturnType<typeof importsIn>, bytes: Uint8Array) {
  const file = await imports.hold()
  if (!file.ok) throw new Error(file.error)
  expect(await file.value.append(bytes)).toEqual({ ok: true, value: null })
  return imports.look(file.value.path)
}

/** Every file under a folder, with its content. */
function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ name, parentPath }) =>
        `${join(parentPath, name)} ${readFileSync(join(parentPath, name)).toString('base64')} ${statSync(join(parentPath, name)).mtimeMs}`,
    )
    .toSorted()
}

test('sessions of all four programs are found and read, and their files stay unchanged', async () => {
  const home = homeWith()
  const before = filesUnder(home)
  const imports = importsIn(home)
  const found = await imports.find()
  if (!found.ok) throw new Error(found.error)
  expect(found.value.map(({ program }) => program).toSorted()).toEqual([
    'claudeCode',
    'codex',
    'opencode',
    'pi',
  ])
  for (const { folder, id, title } of found.value) {
    expect([folder, title === '']).toEqual(['/home/dev/project', false])
    const read = await imports.readFound(id)
    expect(read.ok && read.value.messages.length).toBe(8 - (title.includes('missing') ? 2 : 0))
  }
  expect(filesUnder(home)).toEqual(before)
})

test('without these programs nothing is found; a session that was not found cannot be read', async () => {
  const home = homeWith(() => undefined)
  const imports = importsIn(home)
  expect(await imports.find()).toEqual({ ok: true, value: [] })
  const read = await imports.readFound(`claudeCode ${join(home, 'secret')} `)
  expect(read).toMatchObject({ ok: false })
})

test('links and pipes are skipped, and a pipe in place of a session blocks nothing', async () => {
  const home = homeWith((folder) => {
    mkdirSync(join(folder, CLAUDE), { recursive: true })
    writeFileSync(join(folder, 'elsewhere.jsonl'), sampleOf('claude-code.jsonl'))
    symlinkSync(join(folder, 'elsewhere.jsonl'), join(folder, CLAUDE, 'link.jsonl'))
    execFileSync('mkfifo', [join(folder, CLAUDE, 'pipe.jsonl')])
    cpSync(join(folder, 'elsewhere.jsonl'), join(folder, CLAUDE, 'real.jsonl'))
  })
  const imports = importsIn(home)
  const found = await imports.find()
  if (!found.ok) throw new Error(found.error)
  expect(found.value).toHaveLength(1)
  const real = join(home, CLAUDE, 'real.jsonl')
  execFileSync('rm', [real])
  execFileSync('mkfifo', [real])
  const read = await imports.readFound(found.value[0]?.id ?? '')
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining('could not be read') })
})

test('a session of 500 MB is refused with a sentence, at once', async () => {
  const home = homeWith()
  const imports = importsIn(home)
  const found = await imports.find()
  const session = found.ok ? found.value.find(({ program }) => program === 'claudeCode') : undefined
  truncateSync(join(home, CLAUDE, '929e189a.jsonl'), 500 * 1024 * 1024)
  const read = await imports.readFound(session?.id ?? '')
  expect(read).toEqual({
    ok: false,
    error: 'This session is larger than 50 MB, the most that Phoenix can import.',
  })
})

test('a file that takes too much memory or time is given up, and the next is read', async () => {
  const limits = { longestMs: 60_000, maxHeldBytes: 1 }
  const home = homeWith()
  const imports = importsIn(home, limits)
  const huge = new TextEncoder().encode(`{"a":[${'[],'.repeat(5_000_000)}[]]}`)
  expect(await look(imports, huge)).toMatchObject({
    ok: false,
    error: expect.stringContaining('gave up'),
  })
  const sample = new TextEncoder().encode(sampleOf('pi.jsonl'))
  expect(await look(importsIn(home), sample)).toMatchObject({ ok: true })
})

test.for([
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'Phoenix can’t read this file'],
  ['an empty file', new Uint8Array(), 'Phoenix can’t read this file'],
  ['a database', new TextEncoder().encode('SQLite format 3\0'), 'This is a database'],
  [
    'an export without messages',
    new TextEncoder().encode('{"format":"phoenix-conversation","messages":[]}'),
    'contains no messages',
  ],
] as const)('%s is refused with a sentence', async ([, bytes, words]) => {
  const read = await look(importsIn('/nowhere'), bytes)
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining(words) })
})
