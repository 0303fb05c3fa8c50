import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import { guard } from '../../runtime/guard.ts'

/** A page that crashes again within this time of its reload is not reloaded by itself. */
const RELOAD_PAUSE_MS = 10_000

const WAIT = 'Wait'
const RELOAD = 'Reload'
const CLOSE = 'Close window'

/** Reloads a window's page after a crash. If it crashes again or hangs, the person decides. */
export function keepPageRunning(window: BrowserWindow): void {
  const { webContents: contents } = window
  let reloadedAt = -Infinity
  let open: AbortController | null = null

  function reload(): void {
    reloadedAt = performance.now()
    contents.reload()
  }

  /** A hung page reacts to nothing else. The crash reloads it. */
  function crash(): void {
    reloadedAt = -Infinity
    contents.forcefullyCrashRenderer()
  }

  function withdraw(): void {
    open?.abort()
    open = null
  }

  async function ask(
    message: string,
    buttons: readonly string[],
    restart: () => void,
  ): Promise<void> {
    withdraw()
    const { signal } = (open = new AbortController())
    // A page that crashes before it is painted has never been shown.
    window.show()
    const question: MessageBoxOptions = {
      type: 'warning',
      message,
      // The main process runs them, whatever happens to a page.
      detail: 'Your conversations are not affected.',
      buttons: [...buttons],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    }
    const { response } = await dialog.showMessageBox(window, question)
    if (signal.aborted || window.isDestroyed()) return
    open = null
    if (buttons[response] === RELOAD) restart()
    if (buttons[response] === CLOSE) window.destroy()
  }

  const crashed = guard('a crashed page', (_event: unknown, { reason }: { reason: string }) => {
    if (reason === 'clean-exit') return
    withdraw()
    if (performance.now() - reloadedAt >= RELOAD_PAUSE_MS) reload()
    else void ask('This window keeps crashing.', [RELOAD, CLOSE], reload)
  })
  const hung = guard('a page that hangs', () => {
    void ask('This window is not responding.', [WAIT, RELOAD, CLOSE], crash)
  })
  contents.on('render-process-gone', crashed)
  window.on('unresponsive', hung)
  window.on('responsive', guard('a page that goes on', withdraw))
}
