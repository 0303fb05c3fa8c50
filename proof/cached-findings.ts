import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Findings } from './findings.ts'
import { proveAll } from './prove-all.ts'

/** The hash of the sources from which docs/machine.md was written. */
export const MACHINE_HASH = new URL('../docs/machine.sha256', import.meta.url)
const CACHE = new URL('../node_modules/.cache/phoenix/', import.meta.url)

/** Returns the findings of an exploration of these sources; explores only if no cached result exists. */
export async function findingsOf(hash: string): Promise<Findings> {
  const cached = new URL(`machine-${hash}.json`, CACHE)
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8')) as Findings
  const findings = await proveAll()
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(cached, JSON.stringify(findings))
  return findings
}

/** Hashes every file that the exploration imports, directly or not. */
export function hashOfSources(): string {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const sources = importsOf(fileURLToPath(new URL('worker.ts', import.meta.url)), new Map())
  const hash = createHash('sha256')
  for (const [path, text] of [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${path.slice(root.length).replaceAll('\\', '/')}\n${text}\n`)
  }
  return hash.digest('hex')
}

function importsOf(path: string, known: Map<string, string>): ReadonlyMap<string, string> {
  if (known.has(path)) return known
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
  known.set(path, text)
  for (const [, name] of text.matchAll(/from '(\.[^']+)'/g)) {
    if (name !== undefined) importsOf(resolve(dirname(path), name), known)
  }
  return known
}
