import { z } from 'zod'
import {
  ABOUT_IDS,
  COMMON_FLAGS,
  type Flag,
  type Subcommand,
  SUBCOMMANDS,
  synopsisOf,
  writtenFlag,
} from '../../src/cli/command-table.ts'
import { EXIT, type ExitName, WORDS_OF_EXIT } from '../../src/cli/exit-codes.ts'
import { RunEvent } from '../../src/shared/conversation/run-event.ts'

const NAMES = Object.keys(EXIT) as ExitName[]

/** The codes with what they mean. */
export const EXIT_ROWS = NAMES.map((name) => [EXIT[name], WORDS_OF_EXIT[name]] as const)

/** docs/command-line.md, whole. */
export function commandLinePage(): string {
  const parts = [
    INTRODUCTION,
    ...SUBCOMMANDS.map(section),
    `## Options of every command\n\n${table(COMMON_FLAGS)}`,
    `## Exit codes\n\n${EXIT_ROWS.map(([code, words]) => `- **${code}**: ${words}`).join('\n')}`,
    EVENTS,
    ...RunEvent.options.map(eventSection),
  ]
  return `${parts.join('\n\n')}\n`
}

const INTRODUCTION = `# The command line

Written by \`npm run docs\` from \`src/cli/command-table.ts\` and \`src/shared/conversation/run-event.ts\`; a test fails when it is stale. Change those, not this page.

From a checkout, \`npx phoenix\` runs it; \`npm link\` puts \`phoenix\` and its man page in place. Completions: \`resources/command-line/phoenix.bash\` is
sourced by bash, \`_phoenix\` goes into a folder of zsh's \`fpath\`, \`phoenix.fish\` into \`~/.config/fish/completions\`.

${ABOUT_IDS}`

function section(subcommand: Subcommand): string {
  const { details, flags, summary } = subcommand
  const options = flags.length === 0 ? [] : [table(flags)]
  return [`## ${synopsisOf(subcommand)}`, summary, ...options, ...details].join('\n\n')
}

function table(flags: readonly Flag[]): string {
  return flags
    .map((flag) => {
      const choices =
        flag.choices === undefined
          ? ''
          : ` One of ${flag.choices.map((each) => `\`${each}\``).join(', ')}.`
      return `- \`${writtenFlag(flag)}\`: ${flag.about}${choices}`
    })
    .join('\n')
}

const EVENTS = `## Events of --json

Each line of standard output is one of these objects. Readers ignore fields and types that they do not know: new ones may come, and none
changes its meaning. Times are ms since 1970.`

function eventSection(event: (typeof RunEvent.options)[number]): string {
  const { type, ...fields } = event.unwrap().shape
  const rows = Object.entries(fields).map(([name, schema]) => {
    const about = schema.description
    return `- \`${name}\`: ${typeOf(schema)}${about === undefined ? '' : `. ${about}`}`
  })
  return [`### ${type.value}`, type.description ?? '', rows.join('\n')].join('\n\n')
}

/** As JSON has it, in a few words. */
function typeOf(schema: z.ZodType): string {
  return wordsOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }))
}

function wordsOf(json: z.core.JSONSchema._JSONSchema): string {
  if (typeof json === 'boolean') return 'any'
  if (json.enum !== undefined) return json.enum.map((each) => `\`${String(each)}\``).join(' or ')
  if (json.const !== undefined) return `\`${String(json.const)}\``
  const several = json.anyOf ?? json.oneOf
  if (several !== undefined) return several.map(wordsOf).join(' or ')
  if (json.type === 'array') {
    const { items } = json
    return items === undefined || Array.isArray(items) ? 'array' : `array of ${wordsOf(items)}`
  }
  if (json.type === 'object') {
    const fields = Object.entries(json.properties ?? {}).map(
      ([name, each]) => `${name}: ${wordsOf(each)}`,
    )
    return fields.length === 0 ? 'object' : `{ ${fields.join(', ')} }`
  }
  return String(json.type ?? 'any')
}
