import { serveTerminals } from '../../adapters/terminals/serve-terminals.ts'
import type { TerminalOrder } from '../../adapters/terminals/messages.ts'

/** The terminal host where Electron starts it (utility-channel.ts). Electron ends it with the app. */
const port = process.parentPort
serveTerminals({
  send: (report) => port.postMessage(report),
  onOrder(listener) {
    port.on('message', ({ data }: { readonly data: TerminalOrder }) => listener(data))
  },
})
