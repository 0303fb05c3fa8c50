import * as headless from '@xterm/headless'

/** Node imports it as CommonJS, with everything in the default export; in a build it has named exports. */
export const { Terminal } = 'default' in headless ? (headless.default as typeof headless) : headless
