import { app, type BrowserWindow, type MessageBoxOptions, powerMonitor } from 'electron'
import { visibleText } from '../../../shared/visible-text.ts'
import { guard } from '../../runtime/guard.ts'
import { askInFront } from './front-window.ts'

const MOST_NAMED = 8
const QUIT = 1

export interface Quitting {
  /** The user wants to quit: asks first if a conversation is working. */
  readonly request: () => void
  /** The system wants to quit: asks nobody. */
  readonly now: () => void
}

export interface QuittingOptions {
  /** The conversations that quitting would stop. */
  readonly working: () => readonly { readonly title: string }[]
  /** Ends everything, then the app; called once. */
  readonly end: () => void
}

export function createQuitting({ working, end }: QuittingOptions): Quitting {
  let phase: 'open' | 'asking' | 'ending' = 'open'
  const now = guard('shutting down', () => {
    if (phase === 'ending') return
    phase = 'ending'
    end()
  })
  const answered = (isSure: boolean): void => {
    if (phase !== 'asking') return
    phase = 'open'
    if (isSure) now()
  }
  return {
    now,
    request: () => {
      if (phase !== 'open') return
      const titles = working().map(({ title }) => title)
      if (titles.length === 0) return now()
      phase = 'asking'
      // If no dialog can be shown, nobody can refuse.
      ask(titles).then(answered, () => answered(true))
    },
  }
}

/** Call this once the app is ready: only then do our handlers replace Electron's, which would ask. */
export function quitWithSystem(quitting: Quitting): void {
  const now = guard('shutting down', quitting.now)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, now)
  // The system waits until the app has ended, or until its own limit. Electron's types omit this event.
  const shutdown = guard('the end of the session', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    quitting.now()
  })
  powerMonitor.on('shutdown', shutdown)
  const created = guard('a new window', (_event: unknown, window: BrowserWindow) => {
    window.on('session-end', now)
  })
  app.on('browser-window-created', created)
}

async function ask(titles: readonly string[]): Promise<boolean> {
  return (await askInFront(questionOf(titles))) === QUIT
}

function questionOf(titles: readonly string[]): MessageBoxOptions {
  const named = titles.slice(0, MOST_NAMED).map((title) => visibleText(title))
  const others = titles.length - named.length
  return {
    type: 'warning',
    message:
      titles.length === 1
        ? 'A conversation is working. Quit and stop it?'
        : `${titles.length} conversations are working. Quit and stop them?`,
    detail: [...named, ...(others > 0 ? [`and ${others} more`] : [])].join('\n'),
    buttons: ['Cancel', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}
