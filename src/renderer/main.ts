import './connection/without-eval.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/code.css'
import { mount } from 'svelte'
import AppView from './app.svelte'
import { codeIn, createAccess } from './connection/access.ts'
import type { Dial } from './connection/dial.ts'
import { bridgeDial } from './connection/ipc.ts'
import { socketDial } from './connection/websocket.ts'
import { applyTheme, followSystemTheme, savedTheme } from './features/shell/theme.ts'
import { createApp } from './state/app.ts'

function browserDial(): Dial {
  const code = codeIn(location.hash)
  // The code is out of the address, the history and any screenshot before anything else happens.
  if (code !== null) history.replaceState(null, '', location.pathname + location.search)
  // A new address pasted into this window changes its fragment only.
  window.addEventListener('hashchange', () => {
    if (codeIn(location.hash) !== null) location.reload()
  })
  return socketDial({
    url: `ws://${location.host}/socket`,
    access: createAccess(code, {
      fetch: (path, init) => fetch(path, init),
      tokens: sessionStorage,
    }),
    isHostThere: () =>
      fetch('/', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
  })
}

applyTheme(savedTheme())
followSystemTheme()
const app = createApp(
  window.phoenix === undefined ? browserDial() : bridgeDial(window.phoenix),
  document,
)
const target = document.querySelector('#app')
if (target !== null) mount(AppView, { target, props: { app } })
