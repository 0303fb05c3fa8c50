import { Scope } from '../shared/access/access.ts'
import type { TokenView } from '../shared/access/token-commands.ts'
import { assertNever } from '../shared/assert-never.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { visibleText } from '../shared/visible-text.ts'
import { formatUtc } from '../client/words/time.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { Command, OpenHost, Terminal } from './terminal.ts'
import { withApp } from './with-app.ts'

const ACTIONS = ['create', 'list', 'revoke'] as const
type Action = (typeof ACTIONS)[number]

interface TokenRequest {
  readonly action: Action
  readonly name: string
  readonly scopes: readonly Scope[]
}

interface Access extends TokenRequest, Pick<OpenHost, 'client'> {
  readonly terminal: Terminal
}

/** `phoenix token`. */
export const token: Command = async (flags, words, environment) => {
  const read = requestOf(flags, words)
  const { terminal } = environment
  if (read.ok) return withApp(environment, ({ client }) => act({ ...read.value, client, terminal }))
  terminal.note(read.error)
  return EXIT.usage
}

/** The error is a sentence for people. */
function requestOf(
  flags: ReadonlyMap<string, string>,
  [named = '', name = '']: readonly string[],
): Result<TokenRequest, string> {
  const action = ACTIONS.find((each) => each === named)
  if (action === undefined)
    return failed(`The ACTION of phoenix token must be one of ${ACTIONS.join(', ')}.`)
  if ((name === '') !== (action === 'list'))
    return failed(`phoenix token ${action} ${action === 'list' ? 'takes no' : 'needs a'} NAME.`)
  const scopes = Scope.array().safeParse((flags.get('scopes') ?? 'read').split(','))
  if (scopes.success) return ok({ action, name, scopes: scopes.data })
  return failed(`--scopes must be a list of ${Scope.options.join(', ')}, separated by commas.`)
}

function act(access: Access): Promise<Result<ExitCode, string>> {
  switch (access.action) {
    case 'create':
      return create(access)
    case 'list':
      return list(access)
    case 'revoke':
      return revoke(access)
    default:
      return assertNever(access.action)
  }
}

/** Prints only the token on standard output. */
async function create(access: Access): Promise<Result<ExitCode, string>> {
  const { client, name, scopes, terminal } = access
  const made = await client.request('token.create', { name, scopes: [...scopes] })
  if (!made.ok) return failed(made.error.message)
  terminal.note(
    'This token is shown only once, and only its hash is kept. Give it to one tool only:',
  )
  terminal.print(`${made.value.token}\n`)
  return ok(EXIT.done)
}

async function list({ client, terminal }: Access): Promise<Result<ExitCode, string>> {
  const listed = await client.request('token.list', {})
  if (!listed.ok) return failed(listed.error.message)
  terminal.print(listed.value.tokens.map(rowOf).join(''))
  return ok(EXIT.done)
}

async function revoke({ client, name, terminal }: Access): Promise<Result<ExitCode, string>> {
  const listed = await client.request('token.list', {})
  if (!listed.ok) return failed(listed.error.message)
  const found = listed.value.tokens.find((each) => each.name === name || each.id === name)
  if (found === undefined)
    return failed(`There is no token ${JSON.stringify(name)}. phoenix token list shows them all.`)
  const revoked = await client.request('token.revoke', { id: found.id })
  if (!revoked.ok) return failed(revoked.error.message)
  terminal.note('Revoked. Everything connected with it was disconnected.')
  return ok(EXIT.done)
}

function rowOf({ createdAt, id, lastUsedAt, name, scopes }: TokenView): string {
  const used = lastUsedAt === null ? 'never' : formatUtc(lastUsedAt)
  return `${[id, formatUtc(createdAt), used, scopes.join(','), visibleText(name)].join('\t')}\n`
}
