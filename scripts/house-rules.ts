import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = '{src,attack,bench,build,e2e,proof,scripts,simulation}/**/*.{ts,mjs,svelte}'

/** Product files: .ts and .svelte that are neither tests nor fixtures. */
const TEST = /(?:\.test|\.fixture|-fixture)\.ts$/
const IMPORT = /(?:^\s*(?:import|export)\b[^'"]*\bfrom |\bimport\(\s*)'(\.[^']+)'/gm

/** A regular expression for a run at the end of a text, without an anchor at its start. */
const RUN_AT_END = /(?<=[(=:,|?]\s*)\/(?:\[[^\]\n]+\]|\\?[^\s\\^[/])[+*]\$\/[a-z]*/g

const SCHEMA = 'src/shared/schema.ts'

const MAX_FILES = 25
const MAX_LINES = 300
const MAX_MEDIAN = 80
/** Folders with one small module per entry, like the migrations of a database. */
const LISTS = ['simulation/mutants']

/** The text of each file, by its path from the root. */
export type Sources = ReadonlyMap<string, string>

export function readSources(): Sources {
  const paths = globSync(SOURCES, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

/** Returns a sentence for each violation of the house rules. */
export function houseComplaints(sources: Sources): readonly string[] {
  const product = [...sources.keys()].filter((path) => !TEST.test(path))
  return [
    ...circles(sources).map((files) => `import circle, types included: ${files.join(' <- ')}`),
    ...longFolders(product),
    ...[...sources].flatMap(([path, text]) => {
      const lines = linesIn(text)
      return lines > MAX_LINES ? [`${path}: ${lines} lines, at most ${MAX_LINES}`] : []
    }),
    ...product.flatMap((path) => runsAtEnd(path, sources.get(path) ?? '')),
    ...product.flatMap((path) => tabTraps(path, sources.get(path) ?? '')),
    ...[...sources].flatMap(([path, text]) => privateMembers(path, text)),
    ...product.flatMap((path) => zodItself(path, sources.get(path) ?? '')),
    ...longMedian(product.map((path) => linesIn(sources.get(path) ?? ''))),
  ]
}

/** They take time by the square of a run elsewhere in the text: 32 KB of empty lines stopped Phoenix for seconds. */
function runsAtEnd(path: string, text: string): readonly string[] {
  const found = path.startsWith('src/') ? (text.match(RUN_AT_END) ?? []) : []
  return found.map((regExp) => `${path}: ${regExp} takes quadratic time; use trimEndOf`)
}

/** In Chromium, Tab circled in the list and in two panes, whose order was visual, and never left them. */
function tabTraps(path: string, text: string): readonly string[] {
  return /^\s*reading-flow:/m.test(text) ? [`${path}: reading-flow traps Tab`] : []
}

/** One way to write what a class keeps to itself, and the one that holds at run time too. */
function privateMembers(path: string, text: string): readonly string[] {
  const found = text.match(/^\s*private (?!constructor\b).*/gm) ?? []
  return found.map((line) => `${path}: write #name: ${line.trim()}`)
}

/** Its schemas are built when they are loaded (docs/decisions/160). */
function zodItself(path: string, text: string): readonly string[] {
  const isOther = path.startsWith('src/') && path !== SCHEMA
  return isOther && /\bfrom 'zod'/.test(text) ? [`${path}: import ${SCHEMA} instead of zod`] : []
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}

function longFolders(product: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const path of product) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !LISTS.includes(folder))
    .map(([folder, count]) => `${folder}: ${count} product files, at most ${MAX_FILES}`)
}

function longMedian(lengths: readonly number[]): readonly string[] {
  const median = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0
  return median > MAX_MEDIAN ? [`half of the files have ${median} lines or more`] : []
}

/** Returns groups of files that all reach each other by imports (Tarjan's strongly connected components). */
function circles(sources: Sources): readonly (readonly string[])[] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  const visit = (path: string): number => {
    const index = order.size
    order.set(path, index)
    let low = index
    open.push(path)
    for (const to of importsOf(path, sources)) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (open.includes(to)) low = Math.min(low, order.get(to) ?? low)
    }
    if (low === index) {
      const group = open.splice(open.indexOf(path))
      if (group.length > 1) found.push(group)
    }
    return low
  }
  for (const path of sources.keys()) if (!order.has(path)) visit(path)
  return found
}

function importsOf(path: string, sources: Sources): readonly string[] {
  const text = sources.get(path) ?? ''
  return [...text.matchAll(IMPORT)]
    .map(([, to = '']) => posix.join(posix.dirname(path), to))
    .filter((to) => sources.has(to) && to !== path)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const complaints = houseComplaints(readSources())
  for (const complaint of complaints) console.error(complaint)
  process.exitCode = complaints.length === 0 ? 0 : 1
}
