import { trimEndOf } from '../../shared/trim-end.ts'

/** A file or folder that a text names. */
export interface NamedPath {
  readonly path: string
  /** From 1. Null if none is named. */
  readonly line: number | null
}

export interface TextPiece {
  readonly text: string
  /** Null if the piece names no file. */
  readonly place: NamedPath | null
}

/** Extensions of files that people mention without their folder. */
const KNOWN_ENDING =
  /\.(?:[cm]?[jt]s|[jt]sx|jsonc?|mdx?|s?css|html|vue|svelte|astro|pyi?|rb|rs|go|java|kts?|swift|[ch]pp|cc|cs|php|sh|sql|toml|ya?ml|txt|csv|xml|svg|ipynb|proto|graphql|tf|lua|exs?|dart|zig)$/i
const KNOWN_NAME =
  /^(?:Makefile|Dockerfile|LICENSE|Gemfile|Cargo\.lock|\.(?:gitignore|gitattributes|dockerignore|editorconfig|npmrc|nvmrc|env(?:\.\w+)?|prettierrc|eslintrc))$/
const ENDING = /[^/.]\.[a-z][a-z0-9]{0,9}$/i
const HIDDEN_NAME = /^\.[a-z][\w.-]+$/i
const LINE = String.raw`(?::(\d{1,8})(?::\d{1,8})?|\((\d{1,8}),\d{1,8}\)|#L(\d{1,8})(?:-L?\d{1,8})?)?`

const WHOLE = new RegExp(String.raw`^([\p{L}\p{N}_@.+~/[\]()$=-]+?)${LINE}(?:-\d{1,8})?$`, 'u')

/** Reads inline code such as `src/a.ts:12`. Null unless it is exactly the name of a file or folder. */
export function pathIn(code: string): NamedPath | null {
  if (code.length > 1_000) return null
  const match = WHOLE.exec(code)
  return match === null ? null : placed(match, (path) => isWrittenPath(path) || isName(path))
}

/** Skips URLs, except `file:`. A path ends at parentheses, quotes and commas. */
const CANDIDATE = new RegExp(
  String.raw`(?!file:)[a-z][a-z0-9+.-]{1,20}:\/\/\S+|(?:file:\/\/(?=\/))?([\p{L}\p{N}_@.+~/$=[\]-]+)${LINE}`,
  'giu',
)

/** Every path in a text contains one of these. Most texts contain none, and searching each of their words is slow. */
const PART_OF_PATH = /\/|[:(]\d|#L\d/i

/**
 * Splits a text or output at the paths in it, `most` at most. With a line, a name without a folder is enough:
 * `cart.ts:12`.
 */
export function piecesOf(text: string, most = 200): readonly TextPiece[] {
  if (!PART_OF_PATH.test(text)) return text === '' ? [] : [{ text, place: null }]
  const pieces: TextPiece[] = []
  let end = 0
  let found = 0
  for (const match of text.matchAll(CANDIDATE)) {
    if (found >= most) break
    const place = placeAt(match)
    if (place === null) continue
    found += 1
    const [at, till] = place.range
    if (at > end) pieces.push({ text: text.slice(end, at), place: null })
    pieces.push({ text: text.slice(at, till), place: place.named })
    end = till
  }
  if (end < text.length) pieces.push({ text: text.slice(end), place: null })
  return pieces
}

interface Found {
  readonly range: readonly [number, number]
  readonly named: NamedPath
}

function placeAt(match: RegExpExecArray): Found | null {
  const [whole, written] = match
  if (written === undefined) return null
  // Cuts off the end of a sentence and brackets around the path.
  const head = /^[[\]=]+/.exec(written)?.[0].length ?? 0
  const hasLine = whole.length > whole.indexOf(written) + written.length
  const path = written.slice(head)
  const cut = hasLine ? path : trimEndOf(path, '.]=')
  const isPath = (text: string): boolean =>
    hasLine
      ? isWrittenPath(text) || isName(text)
      : text.includes('/') && isKnown(text) && isWrittenPath(text)
  const named = placed([whole, cut, match[2], match[3], match[4]], isPath)
  if (named === null) return null
  const from = match.index + whole.indexOf(written) + head
  const till = hasLine ? match.index + whole.length : from + cut.length
  return { range: [from, till], named }
}

function placed(
  [, path = '', ...lines]: readonly (string | undefined)[],
  isPath: (path: string) => boolean,
): NamedPath | null {
  if (!isPath(path)) return null
  const line = Number(lines.find((each) => each !== undefined) ?? 0)
  return { path, line: line > 0 ? line : null }
}

/** Whether a path contains a folder, and ends like a file or a folder. */
function isWrittenPath(path: string): boolean {
  if (!path.includes('/') || path.includes('//') || /^www\.|^[@/~.]+$/i.test(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === '') return !path.startsWith('/')
  return ENDING.test(name) || HIDDEN_NAME.test(name) || KNOWN_NAME.test(name)
}

function isKnown(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return KNOWN_ENDING.test(name) || KNOWN_NAME.test(name)
}

/** Whether it is a file's name without a folder, and neither a product such as `Node.js` nor a field of an object. */
function isName(name: string): boolean {
  if (name.includes('/')) return false
  if (KNOWN_NAME.test(name)) return true
  return KNOWN_ENDING.test(name) && /^[\w@+-]/.test(name) && !PRODUCTS.has(name.toLowerCase())
}

const PRODUCTS: ReadonlySet<string> = new Set([
  'node.js',
  'next.js',
  'vue.js',
  'nuxt.js',
  'express.js',
  'three.js',
  'react.js',
  'd3.js',
])
