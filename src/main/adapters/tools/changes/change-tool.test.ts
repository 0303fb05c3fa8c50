import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Workspace, type CallAnswer } from '../calling.fixture.ts'
import { type Change, changing, edit } from '../changing.fixture.ts'
import { workspaceForEachTest, isPosix } from '../workspace-for-each.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

function change(...changes: readonly Change[]): Promise<CallAnswer> {
  return workspace.call(...changing(...changes))
}

test('several updates of several files, a new file and a deletion work in one call, and return a diff', async () => {
  workspace.write('a.ts', 'one\ntwo\nthree\n')
  workspace.write('b.ts', 'x\n')
  const answer = await change(
    edit('a.ts', 'two', 'TWO'),
    edit('a.ts', 'TWO\nthree\n', 'TWO\n3\n'),
    { type: 'create', path: 'new/folder/c.ts', text: 'made\n' },
    { type: 'delete', path: 'b.ts' },
  )
  expect(answer).toEqual({
    outcome: 'ok',
    summary: '+3 −3',
    text: [
      '--- a/a.ts',
      '+++ b/a.ts',
      '@@ -1,3 +1,3 @@',
      ' one',
      '-two',
      '-three',
      '+TWO',
      '+3',
      '--- /dev/null',
      '+++ b/new/folder/c.ts',
      '@@ -0,0 +1 @@',
      '+made',
      '--- a/b.ts',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-x',
    ].join('\n'),
  })
  expect(workspace.text('a.ts')).toBe('one\nTWO\n3\n')
  expect(workspace.text('new/folder/c.ts')).toBe('made\n')
  expect(readdirSync(workspace.folder).toSorted()).toEqual(['a.ts', 'new'])
  expect(readdirSync(join(workspace.folder, 'new/folder'))).toEqual(['c.ts'])
})

test('all changes are checked before any is written, and each failing one is named', async () => {
  workspace.write('a.ts', 'one\n')
  workspace.write('b.ts', 'same\nother\nsame\n')
  const { outcome, text } = await change(
    edit('a.ts', 'one', 'ONE'),
    edit('b.ts', 'same', 'x'),
    edit('b.ts', 'missing', 'x'),
    edit('none.ts', 'a', 'b'),
    { type: 'create', path: 'a.ts', text: '' },
    { type: 'delete', path: 'gone.ts' },
  )
  expect(outcome).toBe('failed')
  expect(text.split('\n')).toEqual([
    'Nothing was changed.',
    expect.stringMatching(/^Change 2: b.ts: its lines match 2 places, at lines 1, 3\..*"@@ "/),
    expect.stringMatching(/^Change 3: b.ts: its lines beginning with "missing" were not found/),
    expect.stringMatching(/^Change 4: There is no file none.ts/),
    expect.stringMatching(/^Change 5: a.ts already exists.*write_file/),
    expect.stringMatching(/^Change 6: There is no file gone.ts/),
  ])
  expect(workspace.text('a.ts')).toBe('one\n')
})

test.for([
  [
    'same',
    'x',
    /^Nothing was changed.\nold_string matches 2 places in b.ts, at lines 1, 3.*replace_all/,
  ],
  ['missing', 'x', /old_string was not found in b.ts.*read_file/],
  ['other', 'other', /old_string and new_string .* the same/],
] as const)('an edit of "%s" that does not fit says why', async ([old, now, why]) => {
  workspace.write('b.ts', 'same\nother\nsame\n')
  const { outcome, text } = await change(edit('b.ts', old, now))
  expect(outcome).toBe('failed')
  expect(text).toMatch(why)
  expect(workspace.text('b.ts')).toBe('same\nother\nsame\n')
})

test('write_file creates a file with its folders, and replaces the content but keeps encoding, line ends and mode', async () => {
  const made = await workspace.call('write_file', { path: 'a/b/c.txt', content: 'one\n' })
  expect([made.outcome, made.summary]).toEqual(['ok', '+1'])
  chmodSync(workspace.write('crlf.sh', Buffer.from('\uFEFFone\r\ntwo\r\n')), 0o755)
  const { summary } = await workspace.call('write_file', { path: 'crlf.sh', content: '3\n4\n' })
  expect([summary, workspace.text('crlf.sh'), workspace.text('a/b/c.txt')]).toEqual([
    '+2 −2',
    '\uFEFF3\r\n4\r\n',
    'one\n',
  ])
  if (isPosix) expect(statSync(join(workspace.folder, 'crlf.sh')).mode & 0o777).toBe(0o755)
  const again = await workspace.call('write_file', { path: 'crlf.sh', content: '3\n4\n' })
  expect(again.text).toBe('Nothing was changed: the files already are as they should be.')
})

test('a file is moved with its changes, its encoding and its mode, and never over another', async () => {
  chmodSync(workspace.write('a.sh', Buffer.from('old\r\nä\r\n', 'latin1')), 0o755)
  const moved = (to: string): Promise<CallAnswer> =>
    workspace.call('apply_patch', {
      patch: `*** Begin Patch\n*** Update File: a.sh\n*** Move to: ${to}\n-old\n+new\n*** End Patch`,
    })
  workspace.write('taken', 'x\n')
  expect((await moved('taken')).text).toContain('taken already exists; nothing is moved over it')
  expect((await moved('sub/b.sh')).outcome).toBe('ok')
  expect(readFileSync(join(workspace.folder, 'sub/b.sh'), 'latin1')).toBe('new\r\nä\r\n')
  if (isPosix) expect(statSync(join(workspace.folder, 'sub/b.sh')).mode & 0o777).toBe(0o755)
  expect(readdirSync(workspace.folder).toSorted()).toEqual(['sub', 'taken'])
})

test('a file that one patch moves twice keeps its mode', async () => {
  chmodSync(workspace.write('a.sh', 'old\n'), 0o755)
  const moves = ['a.sh', 'b.sh'].map(
    (from, at) => `*** Update File: ${from}\n*** Move to: ${['b.sh', 'c.sh'][at]}\n`,
  )
  const patch = `*** Begin Patch\n${moves.join('')}*** End Patch`
  expect((await workspace.call('apply_patch', { patch })).outcome).toBe('ok')
  if (isPosix) expect(statSync(join(workspace.folder, 'c.sh')).mode & 0o777).toBe(0o755)
  expect(readdirSync(workspace.folder)).toEqual(['c.sh'])
})

test('replace_all replaces every occurrence; deleting and creating replaces a whole file', async () => {
  workspace.write('a.ts', 'x y x\nx\n')
  await change({ ...edit('a.ts', 'x', 'z'), all: true })
  expect(workspace.text('a.ts')).toBe('z y z\nz\n')
  const answer = await change(
    { type: 'delete', path: 'a.ts' },
    { type: 'create', path: 'a.ts', text: 'new\n' },
  )
  expect([answer.summary, workspace.text('a.ts')]).toEqual(['+1 −2', 'new\n'])
})

test('replace_all with more occurrences than it replaces changes nothing, and says so', async () => {
  workspace.write('a.csv', 'NULL,\n'.repeat(10_001))
  const all = { type: 'edit', path: 'a.csv', oldText: 'NULL', newText: '', all: true } as const
  const { outcome, text } = await workspace.call(...changing(all))
  expect([outcome, text]).toEqual(['failed', expect.stringMatching(/too often in a.csv.*10,000/)])
  expect(workspace.text('a.csv')).not.toContain('\n,')
})

test('a new content with a byte order mark does not give the file a second one', async () => {
  workspace.write('a.cs', '\uFEFFone\n')
  await workspace.call('write_file', { path: 'a.cs', content: '\uFEFFtwo\n' })
  expect(workspace.text('a.cs')).toBe('\uFEFFtwo\n')
})

test.runIf(isPosix)('a file whose name is as long as the disk allows can be changed', async () => {
  const name = '漢'.repeat(85)
  workspace.write(name, 'one\n')
  expect((await workspace.call(...changing(edit(name, 'one', 'two')))).outcome).toBe('ok')
  expect(workspace.text(name)).toBe('two\n')
})

test('ignored white space is reported, with the lines that matched', async () => {
  workspace.write('a.py', 'def f():\n\tif x:\n\t\treturn 1\n')
  const { text } = await change(edit('a.py', 'if x:\n    return 1', 'if y:\n    return 2'))
  expect(text.split('\n')[0]).toBe(
    'a.py: old_string was matched to lines 2 to 3, which differs in indentation; new_string was indented like the file.',
  )
  expect(workspace.text('a.py')).toBe('def f():\n\tif y:\n\t\treturn 2\n')
})

test('line ends, byte order mark, encoding and final newline stay as they are', async () => {
  const cases: readonly (readonly [string, Buffer, Buffer])[] = [
    ['crlf', Buffer.from('a\r\nold\r\nz\r\n'), Buffer.from('a\r\nnew\r\nmore\r\nz\r\n')],
    ['mixed', Buffer.from('a\nold\r\nz\n'), Buffer.from('a\nnew\r\nmore\r\nz\n')],
    ['bare', Buffer.from('old'), Buffer.from('new\nmore')],
    ['mark', Buffer.from('\uFEFFold\n'), Buffer.from('\uFEFFnew\nmore\n')],
    ['last', Buffer.from('old à', 'latin1'), Buffer.from('new\nmore à', 'latin1')],
    ['latin', Buffer.from('ä old\n', 'latin1'), Buffer.from('ä new\nmore\n', 'latin1')],
    [
      'utf16',
      Buffer.from('\uFEFFä old\r\n', 'utf16le'),
      Buffer.from('\uFEFFä new\r\nmore\r\n', 'utf16le'),
    ],
    [
      'big',
      Buffer.from('\uFEFFold', 'utf16le').swap16(),
      Buffer.from('\uFEFFnew\nmore', 'utf16le').swap16(),
    ],
  ]
  for (const [name, before, after] of cases) {
    workspace.write(name, before)
    expect([name, (await change(edit(name, 'old', 'new\nmore'))).outcome]).toEqual([name, 'ok'])
    expect([name, readFileSync(join(workspace.folder, name))]).toEqual([name, after])
  }
  expect((await change(edit('latin', 'new', '€'))).text).toContain(
    'Latin-1, which cannot represent a character',
  )
  expect((await change(edit('crlf', 'a\nnew\nmore', 'b'))).outcome).toBe('ok')
})

test.runIf(isPosix)(
  'the mode stays, a link is followed within the folder, and no other file is left',
  async () => {
    chmodSync(workspace.write('run.sh', 'old\n'), 0o755)
    symlinkSync('run.sh', join(workspace.folder, 'link'))
    expect((await change(edit('link', 'old', 'new'))).outcome).toBe('ok')
    expect(statSync(join(workspace.folder, 'run.sh')).mode & 0o777).toBe(0o755)
    expect(workspace.text('run.sh')).toBe('new\n')
    expect(readdirSync(workspace.folder).toSorted()).toEqual(['link', 'run.sh'])
  },
)

async function refusal(path: string): Promise<string> {
  return (await change(edit(path, 'old', 'new'))).text
}

test.runIf(isPosix)(
  'anything but a plain text file with one name is refused with a reason',
  async () => {
    execFileSync('mkfifo', [join(workspace.folder, 'pipe')])
    linkSync(workspace.write('a', 'old\n'), join(workspace.folder, 'second'))
    workspace.write('binary', Buffer.from('old\0'))
    workspace.write('large', Buffer.alloc(16 * 1024 * 1024 + 1, 'old\n'))
    mkdirSync(join(workspace.folder, 'folder'))
    expect(await refusal('pipe')).toContain('named pipe')
    expect(await refusal('a')).toContain('hard links')
    expect(await refusal('binary')).toContain('is not text')
    expect(await refusal('large')).toContain('larger than 16 MB')
    expect(await refusal('folder')).toContain('is a folder')
  },
)

test.for([
  ['edit_file', {}, /path.*old_string.*new_string/s],
  ['edit_file', { path: 'a', old_string: '', new_string: 'x' }, /- old_string/],
  ['write_file', { path: 'a' }, /- content/],
  ['apply_patch', { patch: '' }, /does not begin with a line "\*\*\* Begin Patch"/],
  ['apply_patch', { patch: '*** Begin Patch\n*** End Patch' }, /changes no file/],
] as const)('wrong arguments of %s are reported: %o', async ([tool, input, reason]) => {
  const { outcome, text } = await workspace.call(tool, input)
  expect(outcome).toBe('failed')
  expect(text).toMatch(reason)
})
