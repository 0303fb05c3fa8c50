import { guard } from '../../runtime/guard.ts'
import { serveTerminals } from './serve-terminals.ts'

/** The terminal host when started by Node. It ends with the program that gives its orders, and so do its terminals. */
serveTerminals({
  send: (report) => process.send?.(report),
  onOrder(listener) {
    process.on('message', guard('an order to the terminal host', listener))
  },
})
process.on(
  'disconnect',
  guard('exiting', () => process.exit()),
)
