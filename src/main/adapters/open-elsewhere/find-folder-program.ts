import { basename, extname } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { findProgram } from '../system/find-program.ts'
import { programFolders, type SystemFacts } from './known-editors.ts'

export interface Start {
  readonly program: string
  readonly args: readonly string[]
}

/** The program that shows a folder. The error is a sentence. Looks for files, runs nothing. */
export function fileManagerFor(folder: string, system: SystemFacts): Result<Start, string> {
  if (system.platform === 'darwin') {
    // A folder named like an app is only shown in its parent: `open` would start it.
    const args = extname(basename(folder)) === '' ? [folder] : ['-R', folder]
    return ok({ program: '/usr/bin/open', args })
  }
  if (!hasDesktop(system)) return failed(NO_DESKTOP)
  const program = findProgram(['xdg-open'], programFolders(system))
  return program === null
    ? failed('No file manager was found: there is no xdg-open on this computer.')
    : ok({ program, args: [folder] })
}

/** The terminals, each with its arguments to begin in a folder; none if it begins in its working directory. */
const TERMINALS: readonly (readonly [string, (folder: string) => readonly string[]])[] = [
  ['xdg-terminal-exec', () => []],
  ['x-terminal-emulator', () => []],
  ['ghostty', (folder) => [`--working-directory=${folder}`]],
  ['kitty', () => []],
  ['wezterm', (folder) => ['start', '--cwd', folder]],
  ['alacritty', () => []],
  ['foot', () => []],
  ['ptyxis', (folder) => ['--new-window', `--working-directory=${folder}`]],
  ['gnome-terminal', (folder) => [`--working-directory=${folder}`]],
  ['kgx', (folder) => [`--working-directory=${folder}`]],
  ['konsole', (folder) => ['--workdir', folder]],
  ['xfce4-terminal', (folder) => [`--working-directory=${folder}`]],
  ['tilix', (folder) => [`--working-directory=${folder}`]],
  ['xterm', () => []],
]

/** The program that opens a terminal in this folder; it must be started there. The error is a sentence. */
export function terminalFor(folder: string, system: SystemFacts): Result<Start, string> {
  if (system.platform === 'darwin') {
    return ok({ program: '/usr/bin/open', args: ['-a', 'Terminal', folder] })
  }
  if (!hasDesktop(system)) return failed(NO_DESKTOP)
  for (const [name, argumentsFor] of TERMINALS) {
    const program = findProgram([name], programFolders(system))
    if (program !== null) return ok({ program, args: argumentsFor(folder) })
  }
  return failed('No terminal was found on this computer.')
}

const NO_DESKTOP = 'Phoenix is running where there is no desktop to show it on.'

function hasDesktop({ environment }: SystemFacts): boolean {
  return [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some(Boolean)
}
