import { expect, test } from 'vitest'
import { readGitDiff } from './read-git-diff.ts'
import { unquotedName } from './unquoted-name.ts'

test('changed, new, deleted and renamed files are distinguished, with their counts', async () => {
  const files = await readGitDiff(
    [
      'diff --git a/src/a.ts b/src/a.ts',
      'index 111..222 100644',
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -1,2 +1,3 @@ function a()',
      ' one\r',
      '-two',
      '+TWO',
      '+three',
      'diff --git a/gone.ts b/gone.ts',
      'deleted file mode 100644',
      '--- a/gone.ts',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '---- a/looks/like/a/header',
      '\\ No newline at end of file',
      'diff --git a/old name.ts b/new name.ts',
      'similarity index 100%',
      'rename from old name.ts',
      'rename to new name.ts',
      'diff --git a/logo.png b/logo.png',
      'new file mode 100644',
      'Binary files /dev/null and b/logo.png differ',
      'diff --git a/run.sh b/run.sh',
      'old mode 100644',
      'new mode 100755',
      '',
    ].join('\n'),
    false,
  )
  expect(files).toEqual([
    {
      path: 'src/a.ts',
      from: null,
      what: 'changed',
      hunks: '@@ -1,2 +1,3 @@ function a()\n one\n-two\n+TWO\n+three',
      added: 2,
      removed: 1,
      note: null,
    },
    {
      path: 'gone.ts',
      from: null,
      what: 'deleted',
      hunks: '@@ -1 +0,0 @@\n---- a/looks/like/a/header\n\\ No newline at end of file',
      added: 0,
      removed: 1,
      note: null,
    },
    {
      path: 'new name.ts',
      from: 'old name.ts',
      what: 'renamed',
      hunks: '',
      added: 0,
      removed: 0,
      note: null,
    },
    {
      path: 'logo.png',
      from: null,
      what: 'new',
      hunks: '',
      added: 0,
      removed: 0,
      note: 'Not a text file.',
    },
    {
      path: 'run.sh',
      from: null,
      what: 'changed',
      hunks: '',
      added: 0,
      removed: 0,
      note: 'Mode 100644, now 100755.',
    },
  ])
})

test('a cut diff says so, and text that is no diff gives none', async () => {
  const [file] = await readGitDiff(
    'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,9 +1,9 @@\n-1',
    true,
  )
  expect(file).toMatchObject({ removed: 1, note: 'The rest of it is too long to show.' })
  expect(await readGitDiff('warning: nothing\n', false)).toEqual([])
})

test('quoted names are decoded byte by byte', async () => {
  expect(unquotedName('"a/\\303\\244 \\"x\\"\\t\\\\"')).toBe('a/ä "x"\t\\')
  expect(unquotedName('plain\\n')).toBe('plain\\n')
})
