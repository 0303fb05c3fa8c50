import { assertNever } from '../../../shared/assert-never.ts'
import type { McpServerView } from '../../../shared/mcp-server.ts'
import type { Trust, TrustKind, TrustView } from '../../../shared/trust.ts'

/** The name of a kind. */
export function wordOfKind(kind: TrustKind): string {
  switch (kind) {
    case 'server':
      return 'MCP server'
    case 'hooks':
      return 'Hooks'
    case 'skill':
      return 'Skill'
    case 'agent':
      return 'Agent'
    case 'command':
      return 'Command'
    case 'instructions':
      return 'Instructions'
    case 'words':
      return 'Instructions of a server'
    default:
      return assertNever(kind)
  }
}

/** Instructions are in force until a person refuses them. */
export function wordsOfTrust(kind: TrustKind, trust: Trust): string {
  const isSent = kind === 'instructions'
  switch (trust) {
    case 'allowed':
      return isSent ? 'Sent to the model' : 'Allowed'
    case 'changed':
      return isSent
        ? 'Sent to the model. It has changed since you last accepted it'
        : 'Changed since you allowed it'
    case 'notAllowed':
      return isSent ? 'Not sent to the model' : 'Not allowed'
    default:
      return assertNever(trust)
  }
}

/** The effect that it would have, shown before a person allows it. */
export function sentenceOfKind(kind: TrustView['kind']): string {
  switch (kind) {
    case 'hooks':
      return 'These commands run automatically, in the sandbox if commands run in one. A script that one of them starts can change without asking you again.'
    case 'skill':
      return 'The agent sees its name and description, and reads the rest when it needs it. Other files of the skill, such as scripts, can change without asking you again.'
    case 'agent':
      return 'The agent can start sub-agents that follow this text.'
    case 'command':
      return 'Typing a slash and its name puts this text into your message.'
    case 'instructions':
      return 'With each message, the model gets what is new in it.'
    default:
      return assertNever(kind)
  }
}

interface Waiting {
  readonly servers: readonly McpServerView[]
  readonly files: readonly TrustView[]
}

/** False if allowing it changes nothing: only of hooks is the rest used when a part is not. */
export function isAllowable({ kind, problems, text }: TrustView): boolean {
  return text !== '' && (kind === 'hooks' || problems.length === 0)
}

/** True if it has no effect until a person allows it. Instructions need no permission. */
export function isWaiting(file: TrustView): boolean {
  const { kind, origin, trust } = file
  return kind !== 'instructions' && origin === 'folder' && trust !== 'allowed' && isAllowable(file)
}

/** A sentence about the files of a folder that await permission; null: none do. */
export function sentenceOfWaiting({ files, servers }: Waiting): string | null {
  const kinds: TrustKind[] = [
    ...servers
      .filter(({ state }) => state === 'notAllowed' || state === 'changed')
      .map(() => 'server' as const),
    ...files.filter(isWaiting).map(({ kind }) => kind),
  ]
  const counts = (['server', 'hooks', 'skill', 'agent', 'command'] as const).flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length
    return count === 0 ? [] : [counted(kind, count)]
  })
  const changed = servers.filter(({ words }) => words?.isShown === false).map(({ name }) => name)
  const last = counts.pop()
  const list = counts.length === 0 ? last : `${counts.join(', ')} and ${last}`
  const sentences = [
    ...(last === undefined ? [] : [`This folder has ${list} that you haven’t allowed.`]),
    ...changed.map(
      (name) => `The instructions of the MCP server ${name} have changed since you accepted them.`,
    ),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

function counted(kind: TrustKind, count: number): string {
  if (kind === 'hooks') return 'hooks'
  const word = kind === 'server' ? 'MCP server' : kind
  return count === 1
    ? `${kind === 'agent' || kind === 'server' ? 'an' : 'a'} ${word}`
    : `${count} ${word}s`
}
