import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer, type PluginOption } from 'vite'
import type { Page } from '../src/main/hosts/browser/browser-host.ts'
import { SAFE_HEADERS } from '../src/main/hosts/shared/page-files.ts'

export interface DevPage {
  readonly page: Page
  close(): Promise<void>
}

/**
 * Serves the page from its sources with Vite and hot reload. It only receives requests that have passed the browser
 * host's checks of Host, Origin and site. Its policy equals that of the built page with two additions: styles with this
 * run's nonce (Vite injects them by script), and the socket on which Vite reports changes, on this machine and behind
 * Vite's own token.
 */
export async function createDevPage(options: {
  readonly rendererFolder: string
  readonly plugins: PluginOption[]
}): Promise<DevPage> {
  const news = createHttpServer()
  news.listen({ host: '127.0.0.1', port: 0 })
  await once(news, 'listening')
  const address = news.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const nonce = randomBytes(16).toString('base64url')
  const headers = devHeaders(port, nonce)
  const vite = await createServer({
    configFile: false,
    root: options.rendererFolder,
    appType: 'spa',
    logLevel: 'warn',
    html: { cspNonce: nonce },
    plugins: options.plugins,
    server: {
      middlewareMode: true,
      cors: false,
      // Vite's error overlay would need a wider policy: errors appear in the terminal and in the console.
      hmr: { server: news, host: '127.0.0.1', clientPort: port, overlay: false },
    },
  })
  return {
    page: {
      type: 'developed',
      answer: (request, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
        vite.middlewares(request, response, () => answerNotFound(response))
        return true
      },
    },
    close: async () => {
      await vite.close()
      news.close()
    },
  }
}

function devHeaders(port: number, nonce: string): Readonly<Record<string, string>> {
  const policy = SAFE_HEADERS['content-security-policy']
    .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `connect-src 'self' ws://127.0.0.1:${port}`)
  return { ...SAFE_HEADERS, 'content-security-policy': policy }
}

function answerNotFound(response: ServerResponse): void {
  response.writeHead(404).end()
}
