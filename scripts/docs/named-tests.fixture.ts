import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const files = globSync('src/**/*.test.ts', { cwd: ROOT })

export function pageOf(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8')
}

/** A page identifies a test by its file, with a folder if necessary, and by a text in it. */
export function expectTest(file: string, words: string): void {
  const found = files.filter((path) => `/${path}`.endsWith(`/${file}`))
  expect(found).toHaveLength(1)
  expect(readFileSync(join(ROOT, found[0] ?? ''), 'utf8')).toContain(words)
}
