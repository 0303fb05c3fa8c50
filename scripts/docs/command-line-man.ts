import {
  ABOUT_IDS,
  COMMON_FLAGS,
  type Flag,
  SUBCOMMANDS,
  synopsisOf,
  writtenFlag,
} from '../../src/cli/command-table.ts'
import { VERSION } from '../../src/shared/version.ts'
import { EXIT_ROWS } from './command-line-page.ts'

/** Returns the complete man page. */
export function manPage(): string {
  const commands = SUBCOMMANDS.map((subcommand) => {
    const { details, flags, summary } = subcommand
    return [
      `.SS ${escaped(synopsisOf(subcommand))}`,
      escaped(summary),
      ...flags.map(option),
      ...details.flatMap((each) => ['.PP', escaped(each)]),
    ].join('\n')
  })
  return `${[
    `.\\" Written by npm run docs from src/cli/command-table.ts.`,
    `.TH PHOENIX 1 "" "phoenix ${VERSION}"`,
    '.SH NAME',
    'phoenix \\- an agent that works in a folder',
    '.SH SYNOPSIS',
    '.B phoenix',
    '.I COMMAND',
    '[options]',
    '.SH COMMANDS',
    escaped(ABOUT_IDS),
    ...commands,
    '.SH OPTIONS OF EVERY COMMAND',
    ...COMMON_FLAGS.map(option),
    '.SH EXIT STATUS',
    ...EXIT_ROWS.flatMap(([code, words]) => ['.TP', `.B ${code}`, escaped(words)]),
    '.SH ENVIRONMENT',
    '.TP',
    '.B PHOENIX_DATA_DIR',
    'The data folder, instead of the default.',
    '.TP',
    '.B ANTHROPIC_API_KEY',
    'The key, for this run only.',
  ].join('\n')}\n`
}

function option(flag: Flag): string {
  const { about, choices } = flag
  const words = choices === undefined ? about : `${about} One of ${choices.join(', ')}.`
  return ['.TP', `.B ${escaped(writtenFlag(flag))}`, escaped(words)].join('\n')
}

/** A line that begins with a dot or a quote would be a request to roff. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^[.']/, String.raw`\&$&`)
}
