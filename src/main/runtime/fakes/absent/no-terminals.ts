import { Terminals } from '../../terminals/terminals.ts'

/** A host without terminals. */
export const NO_TERMINALS = new Terminals({
  port: {
    shellName: 'sh',
    missing: 'There are no terminals here.',
    close: () => undefined,
    open: () => Promise.reject(new Error('There are no terminals here.')),
  },
  timers: { start: () => () => undefined },
  feedOf: () => null,
})
