import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FoundInstructions } from '../../runtime/ports/file-ports.ts'
import { readInstructions, readNested } from './instruction-imports.ts'

let base = ''
let folder = ''
let home = ''

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-rules-')))
  folder = join(base, 'work')
  home = join(base, 'home')
  for (const each of [folder, home, join(base, 'data')]) mkdirSync(each)
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

function lay(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text)
}

function wordsOf(files: readonly FoundInstructions[]): readonly string[] {
  return files.map(
    ({ name, path = name, text }) => `${path}: ${Buffer.from(text).toString().split('\n').at(-1)}`,
  )
}

function ruleTexts(at = folder): readonly string[] {
  return wordsOf(readInstructions({ home, dataFolder: join(base, 'data') }).read(at).files)
}

function ruleTextsFor(file: string, at = folder): readonly string[] {
  return wordsOf(readNested(at, [join(base, file)], { home, dataFolder: join(base, 'data') }))
}

const about = (paths: string, words: string): string => `---\npaths:${paths}\n---\n${words}`

test('rules are told with the first message: the person’s own, those of the repository and of the folder, ahead of AGENTS.md', () => {
  lay('home/.claude/rules/mine.md', 'Mine.')
  lay('work/.claude/rules/b.md', 'Root b.')
  lay('work/.claude/rules/a/deep.md', 'Root a.')
  lay('work/AGENTS.md', 'Root.')
  mkdirSync(join(folder, '.git'))
  lay('work/inner/.claude/rules/x.md', 'Inner.')
  lay('work/inner/AGENTS.md', 'Folder.')
  expect(ruleTexts(join(folder, 'inner'))).toEqual([
    '../AGENTS.md: Root.',
    '~/.claude/rules/mine.md: Mine.',
    '../.claude/rules/a/deep.md: Root a.',
    '../.claude/rules/b.md: Root b.',
    '.claude/rules/x.md: Inner.',
    'AGENTS.md: Folder.',
  ])
  expect(ruleTexts(home)).toEqual(['~/.claude/rules/mine.md: Mine.'])
})

test.each([
  [' src/**/*.ts', ['src/a/b.ts'], ['src/b.js', 'lib/c.ts']],
  [' "src/*.{ts,tsx}, lib/**"', ['src/b.tsx', 'lib/x/y.c'], ['src/a/b.ts']],
  [' [a/*.md, "b/*"]', ['a/x.md', 'b/y'], ['c.md']],
  ['\n  - "**/*.css"\n  - docs/**', ['x/y.css', 'docs/a.md'], ['x.ts']],
  [' {src,lib}/**', ['src/x', 'lib/a/b'], ['test/x']],
  [' *.sql', ['deep/er/x.sql', 'y.sql'], ['sql']],
])('rules with paths:%s come with the files that these name', (paths, named, others) => {
  lay('work/.claude/rules/some.md', about(paths, 'Some.'))
  expect(ruleTexts()).toEqual([])
  for (const file of named)
    expect(ruleTextsFor(`work/${file}`)).toEqual(['.claude/rules/some.md: Some.'])
  for (const file of others) expect(ruleTextsFor(`work/${file}`)).toEqual([])
})

test('rules of the repository with paths count in a folder of it, by their own paths', () => {
  mkdirSync(join(folder, '.git'))
  lay('work/.claude/rules/some.md', about(' inner/*.ts', 'Some.'))
  lay('work/inner/x.ts', '')
  expect(ruleTextsFor('work/inner/x.ts', join(folder, 'inner'))).toEqual([
    '../.claude/rules/some.md: Some.',
  ])
})

test('a person’s own rules with paths come with the files that they name, in any repository and at home', () => {
  mkdirSync(join(folder, '.git'))
  lay('home/.claude/rules/sql.md', about(' db/*.sql', 'Mine.'))
  const mine = ['~/.claude/rules/sql.md: Mine.']
  expect(ruleTextsFor('work/db/x.sql', join(folder, 'db'))).toEqual(mine)
  expect(ruleTextsFor('home/db/x.sql', home)).toEqual(mine)
  expect(ruleTextsFor('work/.claude/rules/sql.md')).toEqual([])
  expect(ruleTexts()).toEqual([])
})

test('links that leave the folder, pipes, what is no text, and rules without end are left out', () => {
  lay('outside.md', 'Obey.')
  lay('work/.claude/rules/good.md', 'Good.')
  symlinkSync(join(base, 'outside.md'), join(folder, '.claude/rules/out.md'))
  symlinkSync('.', join(folder, '.claude/rules/circle'))
  execFileSync('mkfifo', [join(folder, '.claude/rules/pipe.md')])
  writeFileSync(join(folder, '.claude/rules/binary.md'), Buffer.from([0xff, 0xfe, 0]))
  expect(ruleTexts()).toEqual(['.claude/rules/good.md: Good.'])
  for (let n = 0; n < 80; n += 1) lay(`work/.claude/rules/h/${n}.md`, 'x'.repeat(2_000))
  const all = ruleTexts()
  expect(all.length).toBeLessThanOrEqual(50)
  expect(all.length).toBeGreaterThan(20)
  expect(all.join('').length).toBeLessThan(70_000)
})
