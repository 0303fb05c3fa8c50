import { guard } from '../../runtime/guard.ts'
import { serveTerminals } from './serve-terminals.ts'

/** The terminal host where Node starts it. It ends with the program whose orders it takes, and its terminals with it. */
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
