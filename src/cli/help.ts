import {
  ABOUT_IDS,
  COMMON_FLAGS,
  type Flag,
  SUBCOMMANDS,
  type SubcommandName,
  synopsisOf,
  writtenFlag,
} from './command-table.ts'

/** Returns the help for a command; `of` is null for the overview of all. */
export function helpOf(of: SubcommandName | null): string {
  const subcommand = SUBCOMMANDS.find(({ name }) => name === of)
  if (subcommand === undefined) return overview()
  const { details, flags, summary } = subcommand
  const parts = [
    summary,
    `Usage: ${synopsisOf(subcommand)}`,
    listed([...flags, ...COMMON_FLAGS].map(rowOf)),
    ...details,
  ]
  return `${parts.join('\n\n')}\n`
}

function overview(): string {
  const rows = SUBCOMMANDS.map((each): Row => [each.name, each.summary])
  const parts = [
    'Phoenix on the command line: an agent that works in a folder and shares its conversations with the app.',
    'Usage: phoenix COMMAND [options]',
    listed(rows),
    listed(COMMON_FLAGS.map(rowOf)),
    `${ABOUT_IDS} More: phoenix COMMAND --help, man phoenix.`,
  ]
  return `${parts.join('\n\n')}\n`
}

type Row = readonly [string, string]

function rowOf(flag: Flag): Row {
  const { about, choices } = flag
  return [writtenFlag(flag), choices === undefined ? about : `${about} (${choices.join(', ')})`]
}

function listed(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n')
}
