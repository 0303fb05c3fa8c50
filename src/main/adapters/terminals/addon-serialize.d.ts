/** The parts that we use. The package's own types would bring those of a page into the whole program. */
declare module '@xterm/addon-serialize/lib/addon-serialize.mjs' {
  import type { ITerminalAddon, Terminal } from '@xterm/headless'

  export class SerializeAddon implements ITerminalAddon {
    activate(terminal: Terminal): void
    dispose(): void
    /** `scrollback`: the number of lines above the screen. */
    serialize(options: { readonly scrollback: number }): string
  }
}
