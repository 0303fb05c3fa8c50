import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Workspace, type CallAnswer } from '../calling.fixture.ts'
import { workspaceForEachTest, isPosix } from '../workspace-for-each.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

function read(path: string, options: Record<string, unknown> = {}): Promise<CallAnswer> {
  return workspace.call('read_file', { path, ...options })
}

async function textOf(path: string): Promise<string> {
  return (await read(path)).text
}

test('a file is read with numbered lines, and its end is marked', async () => {
  workspace.write('src/a.ts', 'one\n\ttwo\n\nfour\n')
  expect(await read('src/a.ts')).toEqual({
    outcome: 'ok',
    text: '1\tone\n2\t\ttwo\n3\t\n4\tfour\n[end of the file: 4 lines]',
    summary: '4 lines',
  })
  expect((await read(join(workspace.folder, 'src/a.ts'))).outcome).toBe('ok')
})

test('a range returns the requested lines, and says where the file continues', async () => {
  workspace.write(
    'long.txt',
    Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join('\n'),
  )
  const { text } = await read('long.txt', { offset: 4_000, limit: 2 })
  expect(text).toMatch(/^4000\tline 4000\n4001\tline 4001\n\[.*continues.*offset 4002\]$/)
  const end = await read('long.txt', { offset: 4_999 })
  expect(end.text).toBe('4999\tline 4999\n5000\tline 5000\n[end of the file: 5,000 lines]')
  const beyond = await read('long.txt', { offset: 5_001 })
  expect(beyond).toMatchObject({ outcome: 'failed', text: 'long.txt has only 5,000 lines.' })
})

test('never more than 32 KB are returned, in whole lines, however many there are', async () => {
  workspace.write('long.txt', 'äöü '.repeat(20).concat('\n').repeat(3_000))
  const { text } = await read('long.txt', { limit: 3_000 })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32 * 1024)
  expect(Buffer.byteLength(text)).toBeGreaterThan(28 * 1024)
  const lines = text.split('\n')
  expect(lines.at(-1)).toContain(`offset ${lines.length}`)
})

test('a huge line is cut between characters and says how much is missing', async () => {
  workspace.write('min.js', `${'x'.repeat(1_999)}𝄞${'y'.repeat(8_000_000)}\nnext\n`)
  const { text } = await read('min.js')
  expect(text.isWellFormed()).toBe(true)
  expect(text).toMatch(/^1\tx{1999} … \(8000002 more characters in this line\)\n2\tnext\n/)
})

test('UTF-8, UTF-16 and Latin-1 are distinguished; byte order marks and CRLF are not text', async () => {
  const utf16 = Buffer.from('\uFEFFäß\r\nzwei\r\n', 'utf16le')
  workspace.write('le.txt', utf16)
  workspace.write('be.txt', Buffer.from(utf16).swap16())
  workspace.write('latin.txt', Buffer.from('Grüße\n', 'latin1'))
  workspace.write('last.txt', Buffer.from('voilà', 'latin1'))
  workspace.write('cut.txt', Buffer.from('voilà à').subarray(0, -1))
  workspace.write('mark.txt', '\uFEFFone\n')
  const sixteen = '1\täß\n2\tzwei\n[end of the file: 2 lines; UTF-16, lines end in CRLF]'
  expect((await read('le.txt')).text).toBe(sixteen)
  expect((await read('be.txt')).text).toBe(sixteen)
  expect((await read('latin.txt')).text).toBe('1\tGrüße\n[end of the file: 1 line; Latin-1]')
  expect((await read('last.txt')).text).toBe('1\tvoilà\n[end of the file: 1 line; Latin-1]')
  expect((await read('cut.txt')).text).toBe('1\tvoilà \uFFFD\n[end of the file: 1 line]')
  expect((await read('mark.txt')).text).toBe('1\tone\n[end of the file: 1 line]')
})

test('characters and line ends across pieces of the file stay whole', async () => {
  const line = `${'ä'.repeat(700)}\r\n`
  workspace.write('pieces.txt', line.repeat(400))
  const { text } = await read('pieces.txt', { offset: 180, limit: 20 })
  const lines = text.split('\n').slice(0, 20)
  for (const [index, each] of lines.entries())
    expect(each).toBe(`${180 + index}\t${'ä'.repeat(700)}`)
})

test('an empty file is empty', async () => {
  workspace.write('empty', '')
  expect((await read('empty')).text).toBe('[empty is empty]')
})

test.for([
  ['a binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]), /is not text.*xxd/],
  [
    'compressed bytes without a NUL',
    Buffer.from(Array.from({ length: 99 }, (_, i) => (i % 7) + 1)),
    /is not text/,
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n\0\0'), /is a PDF.*pdftotext/],
] as const)('%s is refused with a reason and a way', async ([, bytes, reason]) => {
  workspace.write('file.bin', bytes)
  const { outcome, text } = await read('file.bin')
  expect(outcome).toBe('failed')
  expect(text).toMatch(reason)
})

test('of a 2 GB file only the requested lines are read: text at once, nothing but NULs never', async () => {
  const sparse = workspace.write('sparse', '')
  truncateSync(sparse, 2 ** 31)
  expect((await read('sparse')).text).toMatch(/2048\.0 MB\) is not text/)
  const log = workspace.write('log', 'first\n'.repeat(100_000))
  truncateSync(log, 2 ** 31)
  const started = performance.now()
  expect((await read('log', { limit: 1 })).text).toMatch(
    /^1\tfirst\n\[the file continues \(2048\.0 MB/,
  )
  expect(performance.now() - started).toBeLessThan(1_000)
})

test.runIf(isPosix)(
  'anything but a regular file is refused, and a FIFO blocks nothing',
  async () => {
    execFileSync('mkfifo', [join(workspace.folder, 'pipe')])
    const socket = createServer().listen(join(workspace.folder, 'socket'))
    await once(socket, 'listening')
    symlinkSync('/dev/zero', join(workspace.folder, 'zero'))
    symlinkSync('b', join(workspace.folder, 'a'))
    symlinkSync('a', join(workspace.folder, 'b'))
    symlinkSync('nowhere', join(workspace.folder, 'dangling'))
    mkdirSync(join(workspace.folder, 'src'))
    expect(await textOf('pipe')).toContain('pipe is a named pipe')
    expect(await textOf('socket')).toContain('socket is a socket')
    expect(await textOf('zero')).toContain('/dev/zero is a device')
    expect(await textOf('a')).toContain('its links form a loop')
    expect(await textOf('dangling')).toContain('a link that leads nowhere')
    expect(await textOf('src')).toContain('src is a folder. list_files')
    expect(await textOf('none.ts')).toContain('There is no file none.ts')
    expect(await textOf('pipe/x')).toContain('is a file, not a folder')
    socket.close()
  },
)

test('a folder deleted under the conversation gives a result', async () => {
  workspace.write('a', 'x')
  const facts = await workspace.inspect('read_file', { path: 'a' })
  rmSync(workspace.folder, { recursive: true })
  expect((await workspace.run(facts)).text).toContain('The folder of this conversation')
  expect((await read('a')).text).toContain('Nothing can be done in it until this is put right.')
})

test.runIf(isPosix)('a link swapped in after the check is not followed', async () => {
  writeFileSync(join(workspace.outside, 'passwords'), 'hunter2\n')
  const path = workspace.write('notes', 'harmless\n')
  const file = await workspace.inspect('read_file', { path: 'notes' })
  workspace.write('sub/passwords', 'harmless\n')
  const inSub = await workspace.inspect('read_file', { path: 'sub/passwords' })
  expect(file.check).toMatchObject({ reach: 'inside' })
  rmSync(path)
  symlinkSync(join(workspace.outside, 'passwords'), path)
  renameSync(join(workspace.folder, 'sub'), join(workspace.folder, 'was'))
  symlinkSync(workspace.outside, join(workspace.folder, 'sub'))
  for (const facts of [file, inSub]) {
    const { outcome, text } = await workspace.run(facts)
    expect(outcome).toBe('failed')
    expect(text).toContain('now leads somewhere else')
    expect(text).not.toContain('hunter2')
  }
})

test('the output of a Phoenix command is read without asking, files next to it are not', async () => {
  const output = join(workspace.outside, 'output.txt')
  writeFileSync(output, 'a long\noutput\n')
  workspace.outputs.push(output)
  expect((await workspace.inspect('read_file', { path: output })).check).toMatchObject({
    reach: 'inside',
  })
  expect((await read(output)).text).toContain('1\ta long\n2\toutput')
  const other = await workspace.inspect('read_file', { path: workspace.outside })
  expect(other.check).toMatchObject({ reach: 'outside' })
})

test('a call that was never inspected does not run', async () => {
  workspace.write('a', 'x')
  const facts = await workspace.inspect('read_file', { path: 'a' })
  expect((await workspace.run({ ...facts, digest: 'another' })).text).toContain('Call it again')
})

test('a stop ends the reading of a large file', async () => {
  truncateSync(workspace.write('log', Buffer.alloc(300_000, 'x\n')), 2 ** 31)
  const facts = await workspace.inspect('read_file', { path: 'log', offset: 10_000_000 })
  const stop = new AbortController()
  const running = workspace.run(facts, { signal: stop.signal })
  stop.abort()
  expect((await running).outcome).toBe('aborted')
})

test.for([
  [{}, /path/],
  [{ path: 7 }, /path: .*string/],
  [{ path: '' }, /The path is empty/],
  [{ path: 'a', offset: 0 }, /offset/],
  [{ path: 'a', limit: 9_999 }, /limit: .*5000/],
  [{ path: 'a\0b' }, /NUL/],
  [{ path: 'x'.repeat(5_000) }, /4096/],
  [{ path: 'x'.repeat(1_000) }, /too long/],
] as const)('wrong arguments are reported: %o', async ([input, reason]) => {
  const { outcome, text } = await workspace.call('read_file', input)
  expect(outcome).toBe('failed')
  expect(text).toMatch(reason)
})
