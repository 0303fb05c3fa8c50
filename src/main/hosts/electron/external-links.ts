import { type MessageBoxOptions, shell } from 'electron'
import { shortened } from '../../../shared/visible-text.ts'
import { askInFront } from './front-window.ts'

const OPENED = new Set(['http:', 'https:', 'mailto:'])
const LONGEST_SHOWN = 500
/** No name of a host is longer, with its port. */
const LONGEST_HOST = 260
const OPEN = 1

let isAsking = false

/**
 * The only place that passes an address to the system: parsed web and mail addresses, after the user has seen where they
 * lead. While one question is open, other addresses are dropped.
 */
export async function openExternal(address: string): Promise<void> {
  const url = URL.parse(address)
  if (url === null || !OPENED.has(url.protocol) || isAsking) return
  if (url.host.length > LONGEST_HOST) return
  isAsking = true
  try {
    if ((await askInFront(questionOf(url))) === OPEN) await shell.openExternal(url.href)
  } catch {
    // There is no program for it: the system has already said so.
  } finally {
    isAsking = false
  }
}

/** Shows the host as the system will read it: international names in ASCII, nothing shortened, no user name in front. */
function questionOf(url: URL): MessageBoxOptions {
  const isMail = url.protocol === 'mailto:'
  return {
    type: 'question',
    message: isMail
      ? `Write an email to ${cut(url.pathname)}?`
      : `Open ${url.host} in your browser?`,
    detail: cut(url.href),
    buttons: ['Cancel', 'Open'],
    defaultId: OPEN,
    cancelId: 0,
    noLink: true,
  }
}

function cut(text: string): string {
  return shortened(text, LONGEST_SHOWN)
}
