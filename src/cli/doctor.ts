import { assertNever } from '../shared/assert-never.ts'
import { DEMO_MODEL, readModelName, ANTHROPIC_ENDPOINT } from '../shared/models/model-name.ts'
import type { SettingsView } from '../shared/settings/settings.ts'
import type { DoctorReport, Finding } from '../shared/doctor-report.ts'
import { VERSION } from '../shared/version.ts'
import { nameOfModel } from '../client/words/model-words.ts'
import { visibleText } from '../shared/visible-text.ts'
import { jsonLine } from './json-line.ts'
import { terminalText } from './terminal-text.ts'
import type { OpenedApp } from './conversations.ts'
import { EXIT } from './exit-codes.ts'
import type { Command, CommandHost, FolderServer, OpenHost } from './terminal.ts'
import { enter } from './with-app.ts'

/** `phoenix doctor`. */
export const doctor: Command = async (flags, _words, environment) => {
  const { dataFolder, examine, folderServers, hasProgram, openHost, terminal } = environment
  const findings: Finding[] = [good(`Phoenix ${VERSION}`), ...(await examine())]
  const entered = await enter({ openHost })
  const ofFiles = entered.ok
    ? [
        ...(await tokenFindings(entered.value.host)),
        ...(await serverFindings(entered.value.host, hasProgram)),
      ]
    : []
  if (entered.ok) await entered.value.host.close()
  const inFolder = await folderServers(flags.get('folder') ?? terminal.folder)
  const { folder } = inFolder
  if (!entered.ok) {
    const told = findings.find(({ advice }) => advice !== '' && entered.error.startsWith(advice))
    const rest = entered.error.slice(told?.advice.length ?? 0).trim()
    findings.push(missing('Phoenix cannot start here.', rest))
  } else {
    const { host, opened } = entered.value
    const isOwn = host.type === 'own'
    findings.push(
      good(
        isOwn
          ? 'Phoenix is not running with this data folder'
          : 'Phoenix is running with this data folder',
      ),
    )
    findings.push(...findingsOf(opened), ...ofFiles)
  }
  findings.push(
    ...inFolder.problems.map((problem) =>
      note('MCP servers from this folder', visibleText(problem)),
    ),
    ...inFolder.servers.map((server) => folderFinding(server, hasProgram)),
  )
  const report: DoctorReport = { version: VERSION, dataFolder, folder, findings }
  terminal.print(flags.has('json') ? jsonLine(report) : findings.map(lineOf).join(''))
  return findings.some(({ state }) => state === 'missing') ? EXIT.failed : EXIT.done
}

/** Returns findings from the host's own report. */
function findingsOf({
  folderWarning,
  sandboxMissing,
  settings,
  storageTrouble,
}: OpenedApp): readonly Finding[] {
  return [
    sandboxMissing === null
      ? good('Sandbox: commands run in it')
      : note('Sandbox: none, so commands have the rights of your account', sandboxMissing),
    ...(storageTrouble === null
      ? []
      : [
          missing(
            `Database: cannot be written to now (${storageTrouble})`,
            'Check the disk that holds the data folder.',
          ),
        ]),
    ...(folderWarning === null
      ? []
      : [note('Data folder: not a safe place for a database', folderWarning)]),
    ...modelFindings(settings),
    settings.keys.keyring === 'here'
      ? good('Keyring: encrypts keys')
      : note(
          'Keyring: not used by this host',
          'The desktop app encrypts keys with the system keyring (on Linux GNOME Keyring or KWallet), and no other host can read those. ANTHROPIC_API_KEY, or a key entered in the browser, works here.',
        ),
    ...settings.notices.map((notice) => note('Settings', notice)),
  ]
}

/** Programs that servers are often run with, and how to get them. */
const RUNNERS: Readonly<Record<string, string>> = {
  npx: 'Install Node.js from https://nodejs.org.',
  node: 'Install Node.js from https://nodejs.org.',
  uvx: 'Install uv from https://docs.astral.sh/uv.',
  uv: 'Install uv from https://docs.astral.sh/uv.',
  docker: 'Install Docker from https://docs.docker.com/get-docker.',
}

/** Says whether the tokens of the person's own tools can be read. */
async function tokenFindings({ client }: Pick<OpenHost, 'client'>): Promise<readonly Finding[]> {
  const listed = await client.request('token.list', {})
  return listed.ok ? [] : [note('Tokens: could not be listed', visibleText(listed.error.message))]
}

/** Checks that the programs of the person's servers exist. Starts none. */
async function serverFindings(
  { client }: Pick<OpenHost, 'client'>,
  hasProgram: CommandHost['hasProgram'],
): Promise<readonly Finding[]> {
  const listed = await client.request('mcp.list', { conversationId: null })
  if (!listed.ok) return [note('MCP servers: could not be listed', listed.error.message)]
  const { problem, servers } = listed.value
  return [
    ...(problem === null
      ? []
      : [note('MCP servers: not all of them can be used', visibleText(problem))]),
    ...servers
      .filter(({ state }) => state !== 'off')
      .map((each) => serverFinding(each, `MCP server ${visibleText(each.name)}`, hasProgram)),
  ]
}

/** Checks a server from the folder's own file: first whether a person has allowed it, then like any other. */
function folderFinding(each: FolderServer, hasProgram: CommandHost['hasProgram']): Finding {
  const server = `MCP server ${visibleText(each.name)} from this folder`
  const allow = 'Allow it in the app: Settings, MCP servers, in a conversation of this folder.'
  switch (each.trust) {
    case 'notAllowed':
      return note(`${server}: not allowed yet, so it is off`, allow)
    case 'changed':
      return note(`${server}: changed since it was allowed, so it is off`, allow)
    case 'allowed':
      return serverFinding(each, server, hasProgram)
    default:
      return assertNever(each.trust)
  }
}

function serverFinding(
  { problem, program, type }: Omit<FolderServer, 'trust'>,
  server: string,
  hasProgram: CommandHost['hasProgram'],
): Finding {
  if (problem !== null) return note(`${server}: cannot run`, visibleText(problem))
  if (type === 'http') return good(`${server}: at ${visibleText(program)}`)
  if (hasProgram(program)) return good(`${server}: its command was found`)
  return note(
    `${server}: ${visibleText(program)} was not found`,
    RUNNERS[program] ?? 'Install it, or correct the command in Settings, MCP servers.',
  )
}

/** `Claude Opus 4.8, claude-opus-4-8` */
function nameAndId(model: string): string {
  return [...new Set([nameOfModel(model), visibleText(model)])].join(', ')
}

function modelFindings({
  baseUrlInForce,
  endpoints,
  keySource,
  modelInForce,
}: SettingsView): readonly Finding[] {
  if (modelInForce === DEMO_MODEL) {
    return [
      note(
        `Model: ${nameOfModel(DEMO_MODEL)}, not a real model`,
        'Enter a key in Settings, or start with ANTHROPIC_API_KEY.',
      ),
    ]
  }
  const modelText = `Model: ${nameAndId(modelInForce)}`
  const { endpoint } = readModelName(modelInForce)
  if (endpoint === ANTHROPIC_ENDPOINT) {
    const at = `${modelText} at ${visibleText(baseUrlInForce)}`
    return keySource === 'none'
      ? [missing(`${at}: no key is set`, 'Enter one in Settings, or start with ANTHROPIC_API_KEY.')]
      : [
          good(
            `${at}, with a key from ${keySource === 'environment' ? 'the environment' : 'Settings'}`,
          ),
        ]
  }
  const found = endpoints.find(({ id }) => id === endpoint)
  if (found === undefined) {
    return [
      missing(
        `${modelText}: there is no endpoint ${visibleText(endpoint)}`,
        'Add it in Settings, or choose another model.',
      ),
    ]
  }
  return [
    good(
      `${modelText} at ${visibleText(found.baseUrl)}, ${found.hasKey ? 'with a key' : 'without a key'}`,
    ),
  ]
}

export function good(what: string): Finding {
  return { state: 'ok', what, advice: '' }
}

export function note(what: string, advice: string): Finding {
  return { state: 'note', what, advice }
}

export function missing(what: string, advice: string): Finding {
  return { state: 'missing', what, advice }
}

function lineOf({ advice, state, what }: Finding): string {
  const text = `${markOf(state)} ${what}${advice === '' ? '' : `\n        ${advice}`}\n`
  return terminalText(text)
}

function markOf(state: Finding['state']): string {
  switch (state) {
    case 'ok':
      return 'ok     '
    case 'note':
      return 'note   '
    case 'missing':
      return 'missing'
    default:
      return assertNever(state)
  }
}
