import { z } from 'zod'
import type { ChosenBudget } from '../settings/budget.ts'
import type { PermissionMode } from '../conversation/turn.ts'

/**
 * What a token lets its client do. `read`: see conversations and the files of their folders. `write`: start and stop work, under
 * the permissions that a person has set. `approve`: speak for the person, who allows calls, answers questions and runs commands.
 */
export const Scope = z.enum(['read', 'write', 'approve'])
export type Scope = z.infer<typeof Scope>

/** `owner`: the windows and the command line of this account, and no token. */
export type Need = Scope | 'owner'

/** What each command of the table needs. Where it depends on the input: `of`, with the words for it in docs/protocol.md. */
export type Needs =
  Need | { readonly usual: Need; readonly of: (input: never) => Need; readonly words: string }

interface Permissions {
  readonly permissionMode?: PermissionMode | undefined
  readonly network?: boolean | undefined
  readonly webSearch?: boolean | undefined
  /** How much may be spent before a person is asked. */
  readonly budget?: ChosenBudget | undefined
  /** A command that runs by itself; '': none. */
  readonly setupCommand?: string
}

/** To let an agent do more without asking is a person's word, as an approval is. */
export const needsForPermissions = {
  usual: 'write',
  of: (wanted: Permissions): Need => {
    const {
      budget,
      network = false,
      permissionMode = 'readOnly',
      setupCommand = '',
      webSearch = false,
    } = wanted
    const isMore = permissionMode !== 'readOnly' || network || webSearch || setupCommand !== ''
    return isMore || budget !== undefined ? 'approve' : 'write'
  },
  words:
    '`write`; `approve` for permissions other than read only, the network, web search, a setup command or a budget',
} as const satisfies Needs

/** A cancel is a frame of its own (frames.ts). */
export const CANCEL_NEEDS: Scope = 'write'
