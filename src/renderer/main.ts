import './connection/without-eval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/code.css'
import { mount } from 'svelte'
import AppView from './app.svelte'
import { codeIn, createAccess, TOKEN_KEY, withoutCode } from './connection/access.ts'
import type { Dial } from '../client/dial.ts'
import { bridgeDial } from './connection/ipc.ts'
import { ACCESS_CHANNEL, shareAccess } from './connection/share-access.ts'
import { socketDial } from './connection/websocket.ts'
import { shownFirst } from './features/shell/address.ts'
import { pauseWhileHidden, stopBlinking } from './features/shell/still-motion.ts'
import { applyTextLook } from './features/shell/text-look.ts'
import { applyTheme, followSystemTheme, savedTheme } from './features/shell/theme.ts'
import { type App, createApp } from './state/app.ts'
import { keptForWindow } from './state/kept-texts.ts'
import { painted } from './ui/next-frame.ts'

/** The longest wait for another window to share its access (ms). */
const PATIENCE_MS = 1_000

function browserDial(): Dial {
  const code = codeIn(location.hash)
  // Removes the code from the address, the history and any screenshot before anything else happens.
  if (code !== null)
    history.replaceState(null, '', location.pathname + location.search + withoutCode(location.hash))
  // A new address pasted into this window changes its fragment only.
  window.addEventListener('hashchange', () => {
    if (codeIn(location.hash) !== null) location.reload()
  })
  const channel = new BroadcastChannel(ACCESS_CHANNEL)
  const shared = shareAccess(
    channel,
    () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  )
  shared.offer(() => (isOnline() ? keptForWindow.getItem(TOKEN_KEY) : null))
  return socketDial({
    url: `ws://${location.host}/socket`,
    access: createAccess(code, {
      fetch: (path, init) => fetch(path, init),
      tokens: keptForWindow,
      askOthers: () => shared.ask(),
    }),
    isHostThere: () =>
      fetch('/', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
  })
}

function isOnline(): boolean {
  return app.shell.getState().line.type === 'online'
}

applyTheme(savedTheme())
applyTextLook()
followSystemTheme()
pauseWhileHidden(document)
stopBlinking(document)
/** Drawing the first conversation takes longer than drawing the list, which nobody should wait for. */
let listPainted: Promise<void> | null = null
const app: App = createApp(
  window.phoenix === undefined ? browserDial() : bridgeDial(window.phoenix),
  document,
  {
    // The dial has already removed the code from it.
    shownFirst: shownFirst(location.hash),
    mayShow: () => (listPainted ??= painted()),
  },
)
const target = document.querySelector('#app')
if (target !== null) mount(AppView, { target, props: { app } })
