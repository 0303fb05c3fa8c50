import { z } from 'zod'
import { Scope } from './access.ts'

export const MAX_TOKEN_NAME = 80

export const TokenId = z.uuid()

/** A token of a client, without itself: only its hash is kept. Times are ms since 1970. */
export const TokenView = z
  .object({
    id: TokenId,
    name: z.string(),
    scopes: z.array(Scope).readonly(),
    createdAt: z.number(),
    /** To the minute; null: never. */
    lastUsedAt: z.number().nullable(),
    /** Clients that are connected with it now. */
    connections: z.number().int().nonnegative(),
  })
  .readonly()
export type TokenView = z.infer<typeof TokenView>

/** Tokens for clients that are not this account's own windows and commands (docs/decisions/124). */
export const tokenCommands = {
  'token.list': {
    needs: 'owner',
    input: z.object({}).readonly(),
    output: z.object({ tokens: z.array(TokenView).readonly() }).readonly(),
  },
  /** `token` is answered this once. */
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
  /** Also closes its connections, at once. Revoked twice, it is done. */
  'token.revoke': {
    needs: 'owner',
    input: z.object({ id: TokenId }).readonly(),
    output: z.object({}).readonly(),
  },
} as const
