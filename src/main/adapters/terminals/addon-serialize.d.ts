/** What is used of it. Its own types bring those of a page into the whole program. */
declare module '@xterm/addon-serialize/lib/addon-serialize.mjs' {
  import type { ITerminalAddon, Terminal } from '@xterm/headless'

  export class SerializeAddon implements ITerminalAddon {
    activate(terminal: Terminal): void
    dispose(): void
    /** `scrollback`: how many lines above the screen. */
    serialize(options: { readonly scrollback: number }): string
  }
}
