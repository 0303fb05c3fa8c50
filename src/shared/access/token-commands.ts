import * as z from '../schema.ts'
import { Scope } from './access.ts'

export const MAX_TOKEN_NAME = 80

export const TokenId = z.uuid()

/** A client's token without its value, of which only the hash is stored. Times are ms since 1970. */
export const TokenView = z
  .object({
    id: TokenId,
    name: z.string(),
    scopes: z.array(Scope).readonly(),
    createdAt: z.number(),
    /** Accurate to the minute; null if never. */
    lastUsedAt: z.number().nullable(),
    /** Number of clients connected with it. */
    connections: z.number().int().nonnegative(),
  })
  .readonly()
export type TokenView = z.infer<typeof TokenView>

/** Commands for the tokens of clients other than this account's windows and commands (docs/decisions/124). */
export const tokenCommands = {
  'token.list': {
    needs: 'owner',
    input: z.object({}).readonly(),
    output: z.object({ tokens: z.array(TokenView).readonly() }).readonly(),
  },
  /** Creates a token. `token` is returned only this once. */
  'token.create': {
    needs: 'owner',
    input: z
      .object({
        name: z.string().trim().min(1).max(MAX_TOKEN_NAME),
        scopes: z.array(Scope).min(1).max(Scope.options.length).readonly(),
      })
      .readonly(),
    output: z.object({ token: z.string(), view: TokenView }).readonly(),
  },
  /** Revokes a token and closes its connections at once. Revoking it twice succeeds. */
  'token.revoke': {
    needs: 'owner',
    input: z.object({ id: TokenId }).readonly(),
    output: z.object({}).readonly(),
  },
} as const
