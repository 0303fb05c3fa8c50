import { join } from 'node:path'
import { loadProgram } from './load/load-program.ts'

/** The commands whose start matters most, each with its own cache; all others share one. */
const KINDS = ['run', 'list', 'acp']

/** The command line's entry: `node out/main/command-line.js COMMAND [options]`. */
const [command = ''] = process.argv.slice(2)
loadProgram({
  file: join(import.meta.dirname, 'command-line-program.js'),
  kind: KINDS.includes(command) ? command : 'command',
})
