import { EXIT } from '../cli/exit-codes.ts'
import { helpOf } from '../cli/help.ts'
import { readArguments, type ParsedCommand } from '../cli/read-arguments.ts'
import { VERSION } from '../shared/version.ts'

/** The command line. Help needs nothing else. */
const read = readArguments(process.argv.slice(2))
// Ignores a reader that has gone away.
process.stdout.on('error', () => undefined)
if (!read.ok) {
  process.stderr.write(`${read.error} phoenix --help lists all commands.\n`)
  process.exitCode = EXIT.usage
} else if (read.value.type === 'help') {
  process.stdout.write(helpOf(read.value.of))
} else if (read.value.type === 'version') {
  process.stdout.write(`phoenix ${VERSION}\n`)
} else {
  void run(read.value.parsed)
}

async function run(wanted: ParsedCommand): Promise<void> {
  const { runCommandLine } = await import('./hosts/command-line/run-command-line.ts')
  await runCommandLine({
    wanted,
    environment: process.env,
    compose: async (dataFolder) => {
      const { startOnNode } = await import('./start-on-node.ts')
      return startOnNode(dataFolder, import.meta.url, 'withCode')
    },
  })
}
