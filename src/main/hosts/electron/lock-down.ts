import { app, session, type WebContents } from 'electron'
import { openExternal } from './external-links.ts'
import { guard } from '../../runtime/guard.ts'

/**
 * Applies to every window, frame and worker that is ever created: no permissions, no navigation away from the page (row 27).
 */
export function lockDown(): void {
  const created = guard('a new page', (_event: unknown, contents: WebContents) => confine(contents))
  app.on('web-contents-created', created)
}

/** Call this once the app is ready. */
export function denyPermissions(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  defaultSession.setPermissionCheckHandler(() => false)
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  defaultSession.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}

function confine(contents: WebContents): void {
  contents.on('will-navigate', keepOnPage)
  contents.on('will-frame-navigate', keepOnPage)
  contents.on('will-redirect', deny)
  contents.on('will-attach-webview', deny)
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url)
    return { action: 'deny' }
  })
}

/** The page's address with any fragment. */
const OWN_PAGE = /^app:\/\/phoenix\/(?:#|$)/

interface Navigation {
  readonly url: string
  readonly isMainFrame: boolean
  preventDefault(): void
}

/** The page may reload itself: "Try again" does. */
const keepOnPage = guard('blocked navigation', (event: Navigation) => {
  const isReload = event.isMainFrame && OWN_PAGE.test(event.url)
  if (!isReload) event.preventDefault()
})

const deny = guard('blocked navigation', (event: { preventDefault(): void }) =>
  event.preventDefault(),
)
