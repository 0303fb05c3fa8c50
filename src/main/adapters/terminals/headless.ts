import * as headless from '@xterm/headless'

/** To Node it is CommonJS and comes whole as its default; a build gives it by its names. */
export const { Terminal } = 'default' in headless ? (headless.default as typeof headless) : headless
