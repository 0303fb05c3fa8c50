import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'

/** The kinds of files that the build emits. Any other kind is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The policy of both hosts: our page loads, runs and reaches only itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Sent with every answer of both hosts, including refusals. */
export const SAFE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

export interface PageFile {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer<ArrayBuffer>
}

/** Keyed by the exact, undecoded path of a URL. `/` is the page. */
export type PageFiles = ReadonlyMap<string, PageFile>

/** Written by the build (electron.vite.config.ts): the page's files, relative to its folder, with `/`. */
export const FILE_LIST = 'files.json'

const FileList = z.array(z.string())

/**
 * Reads the whole built page into memory, once: a file that the build did not list does not exist, and no later request
 * turns a path into a file. It does not list folders, because Electron's archives cannot be listed recursively. The error is
 * a sentence for people.
 */
export function readPageFiles(rendererFolder: string): Result<PageFiles, string> {
  const files = new Map<string, PageFile>()
  try {
    const names = FileList.parse(JSON.parse(readFileSync(join(rendererFolder, FILE_LIST), 'utf8')))
    for (const name of names) {
      const type = TYPES[extname(name)]
      if (type === undefined) continue
      const isPage = name === 'index.html'
      const body = readFileSync(join(rendererFolder, name))
      files.set(isPage ? '/' : `/${name}`, pageFile(body, type, isPage))
    }
  } catch {
    files.clear()
  }
  return files.has('/')
    ? ok(files)
    : failed(`The interface is not built: ${rendererFolder} lacks files. Run npm run build.`)
}

/** The names of all files except the page change with their contents. */
function pageFile(body: Buffer<ArrayBuffer>, type: string, isPage: boolean): PageFile {
  const caching = isPage ? 'no-store' : 'private, max-age=31536000, immutable'
  return { body, headers: { ...SAFE_HEADERS, 'content-type': type, 'cache-control': caching } }
}
