import { protocol } from 'electron'
import { type PageFiles, SAFE_HEADERS } from '../shared/page-files.ts'

export const APP_ORIGIN = 'app://phoenix'
export const PAGE_ADDRESS = `${APP_ORIGIN}/`

/** Call this before the app is ready. */
export function registerAppScheme(): void {
  // V8's compiled code of the page is cached between starts.
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }])
}

/** Serves only the files of the build, by their exact names, at app://phoenix. */
export function serveApp(files: PageFiles): void {
  protocol.handle('app', (request) => answer(request, files))
}

function answer(request: Pick<Request, 'method' | 'url'>, files: PageFiles): Response {
  if (request.method !== 'GET') return refusal(405)
  const path = request.url.startsWith(PAGE_ADDRESS) ? request.url.slice(APP_ORIGIN.length) : ''
  const file = files.get(path)
  return file === undefined ? refusal(404) : new Response(file.body, { headers: file.headers })
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: SAFE_HEADERS })
}
