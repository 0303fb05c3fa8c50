import { expect, test } from 'vitest'
import { applyHunks } from './apply-hunks.ts'
import { parsePatch } from './patch-format.ts'

/** A patch of one file, given by its lines. */
function update(...lines: readonly string[]): string {
  return ['*** Begin Patch', '*** Update File: a', ...lines, '*** End Patch'].join('\n')
}

/** The text after the patch, or why it does not fit. */
function applied(text: string, patch: string): string {
  const read = parsePatch(patch)
  if (!read.ok) return read.error
  const [change] = read.value
  if (change?.type !== 'update') throw new Error('no update')
  const done = applyHunks(text, change.hunks, change.path)
  return done.ok ? [...done.value.notes, done.value.text].join('|') : done.error
}

const TWICE = 'class A\n  run\n  x = 1\nclass B\n  run\n  x = 1\n'

test.for<readonly [what: string, text: string, patch: string, expected: string]>([
  ['a change with context', 'a\nb\nc\n', update('@@', ' a', '-b', '+B', ' c'), 'a\nB\nc\n'],
  ['without @@', 'a\nb\nc\n', update(' a', '-b', '+B'), 'a\nB\nc\n'],
  [
    'several, one below the other',
    'a\nb\nc\nd\n',
    update('-a', '+A', '@@', '-d', '+D'),
    'A\nb\nc\nD\n',
  ],
  [
    'an anchor picks one of two places',
    TWICE,
    update('@@ class B', '-  x = 1', '+  x = 2'),
    TWICE.replace(/1\n$/, '2\n'),
  ],
  [
    'anchors one below the other',
    TWICE,
    update('@@ class B', '@@   run', '-  x = 1', '+  x = 2'),
    TWICE.replace(/1\n$/, '2\n'),
  ],
  [
    'an anchor that is the first line of the change',
    TWICE,
    update('@@ class B', ' class B', '-  run', '+  go'),
    TWICE.replace('B\n  run', 'B\n  go'),
  ],
  [
    'line numbers of a unified diff mean nothing',
    'a\nb\n',
    update('@@ -7,2 +7,2 @@', '-b', '+B'),
    'a\nB\n',
  ],
  ['new lines alone go to the end', 'a\n', update('+b'), 'a\nb\n'],
  ['new lines alone go below their anchor', 'a\nb\n', update('@@ a', '+x'), 'a\nx\nb\n'],
  [
    'new lines alone at the end of the file go there, whatever their anchor',
    'a\nb\n',
    update('@@ a', '+x', '*** End of File'),
    'a\nb\nx\n',
  ],
  [
    'the end of the file picks the last place',
    'x\ny\nx\n',
    update('-x', '+z', '*** End of File'),
    'x\ny\nz\n',
  ],
  [
    'an empty line of context may lack its space',
    'a\n\nb\n',
    update(' a', '', '-b', '+B'),
    'a\n\nB\n',
  ],
  ['a file without a last line end keeps none', 'a\nb', update('-b', '+B'), 'a\nB'],
  ['all lines go', 'a\n', update('-a'), ''],
  ['an empty file gets lines', '', update('+a'), 'a\n'],
  [
    'carriage returns of the patch mean nothing',
    'a\nb\n',
    update('-b', '+B').replaceAll('\n', '\r\n'),
    'a\nB\n',
  ],
  [
    'a mixed file keeps the ends of its lines',
    'a\r\nb\r\nc\n',
    update(' a', '-b', '+B'),
    'a: matched from line 1 on, ignoring differences in white space.|a\r\nB\r\nc\n',
  ],
  [
    'other indentation is taken from the file',
    'f:\n\t\ta\n\t\tb\n',
    update('     a', '-    b', '+    c', '+      d'),
    'a: matched from line 2 on, ignoring differences in white space.|f:\n\t\ta\n\t\tc\n\t\t  d\n',
  ],
  [
    'prose around the patch is passed over',
    'a\n',
    `apply_patch <<'EOF'\n${update('-a', '+b')}\nEOF`,
    'b\n',
  ],
  [
    'two places and no anchor',
    TWICE,
    update('-  x = 1', '+  x = 2'),
    'a: its lines match 2 places, at lines 3, 6. Add more context, or a line "@@ " with a line from above the right place.',
  ],
  [
    'lines that are not there',
    'a\n',
    update('-b', '+c'),
    'a: its lines beginning with "b" were not found. Read the file and quote its lines exactly.',
  ],
  [
    'an anchor that is not there',
    'a\n',
    update('@@ class Z', '-a', '+c'),
    'a: there is no line "class Z" below line 0. Read the file and quote its lines exactly.',
  ],
  [
    'changes in the wrong order',
    'a\nb\n',
    update('-b', '+B', '@@', '-a', '+A'),
    'a, hunk 2: its lines beginning with "a" were not found below line 2. Read the file and quote its lines exactly.',
  ],
  [
    'a line without a mark',
    'a\n',
    update('-a', 'b'),
    'Line 4 of the patch should be a line that begins with a space, - or +; it is "b".',
  ],
  [
    'no end',
    'a\n',
    '*** Begin Patch\n*** Update File: a\n-a',
    'The patch does not end with a line "*** End Patch".',
  ],
  [
    'no update',
    'a\n',
    update(),
    'Line 2 of the patch should be what changes in the file; it is "*** Update File: a".',
  ],
  [
    'an unknown head',
    'a\n',
    '*** Begin Patch\n*** Rename: a\n*** End Patch',
    'Line 2 of the patch should be "*** Add File: ", "*** Update File: " or "*** Delete File: " with a path; it is "*** Rename: a".',
  ],
  [
    'the marks of a patch as lines of the file',
    '*** Begin Patch\n*** End Patch\nz\n',
    update(' *** Begin Patch', ' *** End Patch', '-z', '+Z'),
    '*** Begin Patch\n*** End Patch\nZ\n',
  ],
  [
    'two patches in one, which are not applied by half',
    'a\n',
    [update('-a', '+A'), update('-b', '+B')].join('\n'),
    'Line 5 of the patch should be "*** Add File: ", "*** Update File: " or "*** Delete File: " with a path; it is "*** End Patch".',
  ],
  ['what follows the patch is not part of it', 'a\n', `${update('-a', '+A')}\nEOF\n`, 'A\n'],
])('%s', ([, text, patch, expected]) => {
  expect(applied(text, patch)).toBe(expected)
})

test('each file of a patch has its own change', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: new.md',
    '+one',
    '+',
    '+two',
    '',
    '*** Delete File: old.md',
    '*** Update File: a',
    '*** Move to: b',
    '*** End Patch',
  ]
  expect(parsePatch(patch.join('\n'))).toEqual({
    ok: true,
    value: [
      { type: 'create', path: 'new.md', text: 'one\n\ntwo\n' },
      { type: 'delete', path: 'old.md' },
      { type: 'update', path: 'a', hunks: [], movedTo: 'b' },
    ],
  })
})
