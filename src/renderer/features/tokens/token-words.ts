import type { Scope } from '../../../shared/access/access.ts'
import type { TokenView } from '../../../shared/access/token-commands.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { formatMoment } from '../../../client/words/time.ts'

/** The rights that a scope gives a tool. */
export function wordsOfScope(scope: Scope): { readonly name: string; readonly about: string } {
  switch (scope) {
    case 'read':
      return { name: 'Read', about: 'See conversations, and the files of their folders.' }
    case 'write':
      return {
        name: 'Write',
        about: 'Start and stop work, under the permissions that you have set.',
      }
    case 'approve':
      return {
        name: 'Approve',
        about: 'Act for you: allow calls, answer questions, change permissions, run commands.',
      }
    default:
      return assertNever(scope)
  }
}

/** One line about a token. `now`: ms since 1970. */
export function sentenceOfToken(token: TokenView, now: number): string {
  const { connections, createdAt, lastUsedAt, scopes } = token
  const allows = scopes.map((scope) => wordsOfScope(scope).name.toLowerCase()).join(', ')
  const used = lastUsedAt === null ? 'never used' : `last used ${formatMoment(lastUsedAt, now)}`
  const last = connections > 0 ? `connected now (${connections})` : used
  return `Allows ${allows}. Created ${formatMoment(createdAt, now)}, ${last}.`
}
