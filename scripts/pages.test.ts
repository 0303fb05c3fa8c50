import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const LINK = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g
/** `name.ts`, with any folders named before it. */
const FILE = /`((?:[\w-]+\/)*[\w.-]+\.(?:ts|svelte|txt))`/g
/** `name` in `file.ts`. */
const CLAIM = /`(\w+)`\s+(?:in|of)\s+`((?:[\w-]+\/)*[\w-]+\.(?:ts|svelte))`/g
/** Pages written by hand: everything they name must exist, even after a move. */
const GUIDES = [
  'AGENTS.md',
  'README.md',
  'docs/{acp,mcp,questions,security,skills}.md',
  'docs/design/*.md',
  'docs/decisions/*.md',
]

const files = globSync('{src,e2e,simulation,proof,attack,bench,scripts,build}/**/*.*', {
  cwd: ROOT,
}).map((file) => `/${file.replaceAll('\\', '/')}`)

function found(page: string, what: RegExp): readonly string[] {
  return [...readFileSync(join(ROOT, page), 'utf8').matchAll(what)].map(([, name]) => name ?? '')
}

/** Names that match no file, or several: a newcomer would open the wrong one. */
function unclearIn(page: string): readonly string[] {
  return found(page, FILE).flatMap((name) => {
    const named = files.filter((file) => file.endsWith(`/${name}`))
    return named.length === 1 ? [] : [`${page}: ${name} is ${named.join(', ') || 'nowhere'}`]
  })
}

test('every file named in a guide matches exactly one file', () => {
  const guides = globSync(GUIDES, { cwd: ROOT })
  expect(guides.length).toBeGreaterThan(100)
  expect(guides.flatMap((page) => found(page, FILE)).length).toBeGreaterThan(400)
  expect(guides.flatMap(unclearIn)).toEqual([])
})

test('guides name only what their files contain', () => {
  const claims = globSync(GUIDES, { cwd: ROOT }).flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(CLAIM)].map(([claim, what = '', file]) => {
      const texts = files.filter((path) => path.endsWith(`/${file}`))
      const isThere = texts.some((path) => readFileSync(join(ROOT, path), 'utf8').includes(what))
      return { claim: `${page}: ${claim}`, isThere }
    }),
  )
  expect(claims.length).toBeGreaterThan(10)
  expect(claims.filter(({ isThere }) => !isThere)).toEqual([])
})

test('every link between the pages leads to a file', () => {
  const pages = globSync(['docs/**/*.md', '*.md'], { cwd: ROOT })
  const dead = pages.flatMap((page) =>
    found(page, LINK)
      .filter((to) => !existsSync(join(ROOT, dirname(page), to)))
      .map((to) => `${page}: ${to}`),
  )
  expect(pages.length).toBeGreaterThan(40)
  expect(dead).toEqual([])
})
