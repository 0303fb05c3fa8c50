import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { EXIT } from '../cli/exit-codes.ts'
import { helpOf } from '../cli/help.ts'
import { readArguments } from '../cli/read-arguments.ts'
import { VERSION } from '../shared/version.ts'

/** The command line's entry: `node out/main/command-line.js COMMAND [options]`. Help needs nothing else. */
const read = readArguments(process.argv.slice(2))
// A reader that has gone away is no reason to complain.
process.stdout.on('error', () => undefined)
if (!read.ok) {
  process.stderr.write(`${read.error} phoenix --help lists all commands.\n`)
  process.exitCode = EXIT.usage
} else if (read.value.type === 'help') {
  process.stdout.write(helpOf(read.value.of))
} else if (read.value.type === 'version') {
  process.stdout.write(`phoenix ${VERSION}\n`)
} else {
  const { wanted } = read.value
  // Next to the program, where only those who can change the program can write.
  enableCompileCache(join(import.meta.dirname, '../compile-cache'))
  const { runCommandLine } = await import('./hosts/command-line/run-command-line.ts')
  await runCommandLine({
    wanted,
    environment: process.env,
    compose: async (dataFolder) => {
      const { startOnNode } = await import('./start-on-node.ts')
      return startOnNode(dataFolder, import.meta.url)
    },
  })
}
