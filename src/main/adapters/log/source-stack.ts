import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A position in built code, as V8 writes it: `at file:///app/out/main/chunks/core-1a2b.js:10:7`, or only the path. */
const BUILT_PLACE =
  /(?<=\(|at (?:async )?)((?:file:\/\/)?(?:\/|[A-Z]:\\)[^()\n]+?\.js):(\d+):(\d+)/g

/** Keyed by the address or path of the built file. Null: it has no readable source map. */
const maps = new Map<string, SourceMap | null>()

/**
 * Replaces the built files in a stack by source files, relative to the project: `src/main/core/x.ts:3:5`. A position without
 * a map stays unchanged. Maps are read when a stack first needs them: Node's own --enable-source-maps reads all of them at
 * the start. Never throws.
 */
export function stackInSources(stack: string): string {
  return stack.replace(BUILT_PLACE, (place: string, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return place
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = readMap(file)
  maps.set(file, map)
  return map
}

function readMap(file: string): SourceMap | null {
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  } catch {
    return null
  }
}
