import { EXIT } from '../cli/exit-codes.ts'
import { helpOf } from '../cli/help.ts'
import { readArguments, type ParsedCommand } from '../cli/read-arguments.ts'
import { VERSION } from '../shared/version.ts'
import { guard } from './runtime/guard.ts'
import { whyUnwritten } from './hosts/command-line/why-unwritten.ts'

/** The command line. Help needs nothing else. */
const read = readArguments(process.argv.slice(2))
if (!read.ok) {
  process.stderr.write(`${read.error} phoenix --help lists all commands.\n`)
  process.exitCode = EXIT.usage
} else if (read.value.type === 'help') {
  print(helpOf(read.value.of))
} else if (read.value.type === 'version') {
  print(`phoenix ${VERSION}\n`)
} else {
  void run(read.value.parsed)
}

function print(text: string): void {
  process.stdout.on('error', guard('output that cannot be written', outputFailed))
  process.stdout.write(text)
}

function outputFailed(error: Error): void {
  const why = whyUnwritten(error)
  if (why === null) return
  process.stderr.write(why)
  process.exitCode = EXIT.failed
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
