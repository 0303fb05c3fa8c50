import { measuredPart } from './measured.ts'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CATALOGUE } from '../requirements/catalogue.ts'
import { COMPLAINTS } from './complaints.ts'
import { FIGURES } from './figures.ts'
import { INVARIANTS } from './invariants.ts'
import { type Mentions, mentionsIn } from './mentions.ts'
import type { Series } from './promise.ts'
import { TRAPS } from './traps.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = [
  '{src,e2e,simulation,proof,attack,bench,scripts,build,docs,.ci}/**/*.{ts,mjs,svelte,css,html,md}',
  '{AGENTS,README}.md',
]
/** The list itself: a number in it does not count as a use. */
const OWN = /^(?:docs\/promises\.md|scripts\/promises\/)/
/** Files that check promises: tests, what tests share, and the simulation except its planted bugs. */
const HOLDS = /\.test\.ts$|\/fakes\/|\.fixture\.ts$|^simulation\/(?!mutants\/)/
const SERIES: readonly Series[] = [TRAPS, INVARIANTS, COMPLAINTS, FIGURES]

export const PAGE = join(ROOT, 'docs/promises.md')

const HEAD = `# Promises

Tests, comments and decisions name promises by number: T12, I9, R4, row 6. This page has every number that is named anywhere in
this repository, what it promises, and the files that check it. \`git grep -nw T12\` finds the lines.

Written by \`npm run docs\` from \`scripts/promises/\`; a test fails when it is stale (\`node scripts/docs/promises.ts\` writes this page only).
Clauses such as REQ-BED-005, D-14 or R5-11 are in [requirements.md](requirements.md), rules in [design/](design/README.md).`

export interface Source {
  /** Path from the root of the repository, with slashes. */
  readonly file: string
  readonly mentions: Mentions
}

/** Reads every file of the repository that may name a promise. */
export function readSources(): readonly Source[] {
  return globSync(FILES, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !OWN.test(file))
    .toSorted()
    .map((file) => ({ file, mentions: mentionsIn(readFileSync(join(ROOT, file), 'utf8')) }))
}

/** Returns the complete docs/promises.md. Files are listed by name: moving one does not make the page stale. */
export function promisesPage(sources: readonly Source[]): string {
  const parts = SERIES.map(({ about, promises, title }) => {
    const lines = promises.map(({ number, text }) => {
      const files = new Set(holdersOf(number, sources).map((file) => `\`${basename(file)}\``))
      return `- **${number}** ${text} ${[...files].toSorted().join(', ')}`
    })
    return `## ${title}\n\n${about}\n\n${lines.join('\n')}`
  })
  return `${[HEAD, ...parts, measuredPart()].join('\n\n')}\n`
}

function holdersOf(number: string, sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ file, mentions }) => HOLDS.test(file) && mentions.promises.includes(number))
    .map(({ file }) => file)
}

/**
 * Returns a sentence for each reference without a target, and each target without a reference. `rules`: those of
 * docs/design/.
 */
export function complaintsOf(
  sources: readonly Source[],
  rules: ReadonlySet<string>,
): readonly string[] {
  const known = SERIES.flatMap(({ promises }) => promises.map(({ number }) => number))
  const named = new Set(sources.flatMap(({ mentions }) => mentions.promises))
  return [
    ...sources.flatMap((source) => danglingIn(source, new Set(known), rules)),
    ...known
      .filter((number) => !named.has(number))
      .map((number) => `${number} is in scripts/promises/, but nothing names it`),
    ...known
      .filter((number) => named.has(number) && holdersOf(number, sources).length === 0)
      .map((number) => `${number} is named by no test`),
  ]
}

function danglingIn(
  { file, mentions }: Source,
  promises: ReadonlySet<string>,
  rules: ReadonlySet<string>,
): readonly string[] {
  return [
    ...mentions.promises
      .filter((number) => !promises.has(number))
      .map((number) => `${file}: ${number} is not in scripts/promises/`),
    ...mentions.rules
      .filter((number) => !rules.has(number))
      .map((number) => `${file}: rule ${number} is not in docs/design/`),
    ...mentions.clauses
      .filter((id) => !isClause(id))
      .map((id) => `${file}: ${id} is not in docs/requirements.md`),
    ...mentions.pages.filter((page) => !isPage(page)).map((page) => `${file}: no page ${page}`),
    ...mentions.elsewhere.map((name) => `${file}: ${name} is not in this repository`),
  ]
}

const CLAUSES = CATALOGUE.flatMap(({ clauses }) => clauses.map(({ id }) => id))

/** REQ-BED-005 stands for all its clauses. */
function isClause(id: string): boolean {
  return CLAUSES.some((each) => each === id || each.startsWith(`${id}.`))
}

function isPage(page: string): boolean {
  if (page.endsWith('.md')) return existsSync(join(ROOT, page))
  return globSync(`${page}-*.md`, { cwd: ROOT }).length === 1
}

/** Reads the numbers of rules in docs/design/: "## Rule 3: ...". */
export function readRules(): ReadonlySet<string> {
  const pages = globSync('docs/design/*.md', { cwd: ROOT })
  const texts = pages.map((page) => readFileSync(join(ROOT, page), 'utf8'))
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^#+ Rule (\d+):/gm)].map(([, n]) => n ?? '')),
  )
}
