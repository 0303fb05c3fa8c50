import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What a file of ours imports from others of ours, types too: paths. */
export function importsOf(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8')
  const imports = text.matchAll(/^(?:import|export)\b[^']*\bfrom '(\.[^']+)'/gm)
  return Array.from(imports, ([, to = '']) => resolve(dirname(path), to))
}

/** Every file of ours that a program is made of, by its entry files. */
export function filesOf(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries)
  for (const file of found) for (const imported of importsOf(file)) found.add(imported)
  return found
}
