import { Scope } from '../shared/access/access.ts'
import type { TokenView } from '../shared/access/token-commands.ts'
import { assertNever } from '../shared/assert-never.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { visibleText } from '../shared/visible-text.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { Command, OpenHost, Terminal } from './terminal.ts'
import { withApp } from './with-app.ts'

const ACTIONS = ['create', 'list', 'revoke'] as const
type Action = (typeof ACTIONS)[number]

/** `phoenix token`. */
export const token: Command = (flags, [action = '', name = ''], environment) =>
  withApp(environment, async ({ client }) => {
    const known = ACTIONS.find((each) => each === action)
    if (known === undefined)
      return failed(`The ACTION of phoenix token must be one of ${ACTIONS.join(', ')}.`)
    if (known !== 'list' && name === '') return failed(`phoenix token ${known} needs a NAME.`)
    const { terminal } = environment
    return act(known, { client, terminal, name, scopes: flags.get('scopes') ?? 'read' })
  })

interface TokenRequest extends Pick<OpenHost, 'client'> {
  readonly terminal: Terminal
  readonly name: string
  readonly scopes: string
}

function act(action: Action, request: TokenRequest): Promise<Result<ExitCode, string>> {
  switch (action) {
    case 'create':
      return create(request)
    case 'list':
      return list(request)
    case 'revoke':
      return revoke(request)
    default:
      return assertNever(action)
  }
}

/** Prints only the token on standard output. */
async function create(request: TokenRequest): Promise<Result<ExitCode, string>> {
  const scopes = Scope.array().min(1).safeParse(request.scopes.split(','))
  if (!scopes.success)
    return failed(`--scopes must be a list of ${Scope.options.join(', ')}, separated by commas.`)
  const { client, name, terminal } = request
  const made = await client.request('token.create', { name, scopes: scopes.data })
  if (!made.ok) return failed(made.error.message)
  terminal.note(
    'This token is shown only once, and only its hash is kept. Give it to one tool only:',
  )
  terminal.print(`${made.value.token}\n`)
  return ok(EXIT.done)
}

async function list({ client, terminal }: TokenRequest): Promise<Result<ExitCode, string>> {
  const listed = await client.request('token.list', {})
  if (!listed.ok) return failed(listed.error.message)
  terminal.print(listed.value.tokens.map(rowOf).join(''))
  return ok(EXIT.done)
}

async function revoke({ client, name, terminal }: TokenRequest): Promise<Result<ExitCode, string>> {
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
  const used = lastUsedAt === null ? 'never' : timeOf(lastUsedAt)
  return `${[id, timeOf(createdAt), used, scopes.join(','), visibleText(name)].join('\t')}\n`
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
