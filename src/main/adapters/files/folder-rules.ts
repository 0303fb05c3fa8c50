import { opendirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { FoundInstructions } from '../../runtime/ports/file-ports.ts'
import { frontIn } from '../folder-files/front-matter.ts'
import { matchesGlob } from './glob-match.ts'
import { isMissed, readOne, type Within } from './instruction-file.ts'

/** Claude Code keeps them here, in a folder and in the home folder. */
const RULES = join('.claude', 'rules')

/** True if a displayed path is that of a rule. */
export function isRule(path: string): boolean {
  return `${sep}${path}`.includes(`${sep}${RULES}${sep}`)
}

/** The limits for the files that count, and for the entries that are looked at. */
const MAX_RULES = 50
const MAX_ENTRIES = 500
const MAX_DEPTH = 3
/** The limit for all rules of a folder, in bytes. */
const MAX_BYTES = 64 * 1024
const MAX_PATTERNS = 20
const MAX_LINE = 2_000

/** A file of rules. `patterns` in its front matter name the files that it applies to; null: all files. */
interface Rule {
  readonly path: string
  readonly file: FoundInstructions
  readonly patterns: readonly string[] | null
}

/** The rules of a folder or home that apply to all files; their paths begin with `at`. */
export function generalRules(within: Within, at: string): readonly FoundInstructions[] {
  return asFound(
    rulesIn(within).filter(({ patterns }) => patterns === null),
    within,
    at,
  )
}

/**
 * The rules whose patterns, relative to `base`, match one of these files, and rules with patterns that are themselves among
 * the files.
 */
export function rulesAbout(
  touched: readonly string[],
  base: string,
  within: Within,
  at: string,
): readonly FoundInstructions[] {
  const seen = touched.map((file) => relative(base, file))
  const about = rulesIn(within).filter(
    ({ path, patterns }) =>
      patterns !== null &&
      (touched.includes(join(within.root, path)) ||
        seen.some((file) => patterns.some((each) => isAbout(file, each)))),
  )
  return asFound(about, within, at)
}

/** Takes as many as fit. */
function asFound(
  rules: readonly Rule[],
  { maxBytes }: Within,
  at: string,
): readonly FoundInstructions[] {
  let left = maxBytes
  return rules.flatMap(({ file, path }) => {
    left -= file.text.length
    return left < 0 ? [] : [{ ...file, path: join(at, path) }]
  })
}

/** As in git, a pattern without a slash applies to files in all folders. */
function isAbout(path: string, pattern: string): boolean {
  return matchesGlob(path, pattern.includes('/') ? pattern : `**/${pattern}`)
}

function rulesIn(within: Within): readonly Rule[] {
  let left = MAX_BYTES
  const rules: Rule[] = []
  for (const name of ruleNames(within)) {
    const path = join(RULES, name)
    const file = readOne(join(within.root, path), 'CLAUDE.md', { ...within, maxBytes: left })
    if (typeof file !== 'object') continue
    left -= file.text.length
    if (file.isCut || left < 0) break
    rules.push({ path, file, patterns: patternsIn(Buffer.from(file.text).toString()) })
  }
  return rules
}

/** Sorted by name, so the same files count each time. */
function ruleNames({ onMissed, root }: Within): readonly string[] {
  const names: string[] = []
  let left = MAX_ENTRIES
  const visit = (below: string, depth: number): void => {
    try {
      using entries = opendirSync(join(root, RULES, below))
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (left-- <= 0) return
        const name = join(below, entry.name)
        if (entry.name.endsWith('.md')) names.push(name)
        else if (entry.isDirectory() && depth < MAX_DEPTH) visit(name, depth + 1)
      }
    } catch (error) {
      // The folder is missing or unreadable, maybe for the moment.
      isMissed(error, onMissed)
    }
  }
  visit('', 0)
  return names.toSorted().slice(0, MAX_RULES)
}

/** Not parsed as YAML: people write globs without quotes, and one that begins with a star or a brace is not valid YAML. */
const PATHS = /^paths:[^\S\n]*(.*)((?:\r?\n[^\S\n]*-[^\S\n].*)*)/m

/** The `paths` of the front matter: one pattern, several separated by commas or in brackets, or a list. */
function patternsIn(text: string): readonly string[] | null {
  const paths = PATHS.exec(frontIn(text).front)
  if (paths === null) return null
  const [, line = '', list = ''] = paths
  const inLine = unquoted(line).replace(/^\[(.*)\]$/, '$1')
  const inLines = list.split('\n').map((each) => each.replace(/^\s*-\s/, ''))
  return [...splitOutsideBraces(inLine.slice(0, MAX_LINE)), ...inLines]
    .map(unquoted)
    .filter((each) => each !== '')
    .slice(0, MAX_PATTERNS)
}

function unquoted(text: string): string {
  return text.trim().replace(/^(['"])([^'"]*)\1$/, '$2')
}

/** `src/*.{ts,tsx}, lib/**` gives two. */
function splitOutsideBraces(text: string): readonly string[] {
  return text.split(/,(?![^{]*\})/)
}
