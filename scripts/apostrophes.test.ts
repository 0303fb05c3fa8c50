import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const COMMENT = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm
const STRAIGHT = /\w+'(?:s|t|re|ve|ll|d|m)\b/g

test('what the page says has the apostrophe of print', () => {
  const files = globSync('src/{client,renderer}/**/*.{ts,svelte}', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(300)
  const found = files
    .filter((file) => !/\.test\.ts$|[\\/]fakes[\\/]/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(COMMENT, '')
      return [...text.matchAll(STRAIGHT)].map(([words]) => `${file}: ${words}`)
    })
  expect(found).toEqual([])
})
