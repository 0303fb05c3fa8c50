import type { TerminalOrder } from './messages.ts'
import { serveTerminals } from './serve-terminals.ts'

/** The terminal host where Node starts it. It ends with the program whose orders it takes, and its terminals with it. */
serveTerminals({
  send: (report) => process.send?.(report),
  onOrder(listener) {
    process.on('message', (order: TerminalOrder) => listener(order))
  },
})
process.on('disconnect', () => process.exit())
