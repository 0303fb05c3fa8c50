import { serveTerminals } from '../../adapters/terminals/serve-terminals.ts'
import { guard } from '../../runtime/guard.ts'
import type { TerminalOrder } from '../../adapters/terminals/messages.ts'

/** The terminal host when started by Electron (utility-channel.ts). Electron ends it with the app. */
const port = process.parentPort
serveTerminals({
  send: (report) => port.postMessage(report),
  onOrder(listener) {
    const take = guard(
      'an order to the terminal host',
      (message: { readonly data: TerminalOrder }) => listener(message.data),
    )
    port.on('message', take)
  },
})
