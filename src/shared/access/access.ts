import * as z from '../schema.ts'
import type { ChosenBudget } from '../settings/budget.ts'
import type { PermissionMode } from '../conversation/turn.ts'

/**
 * The rights that a token gives its client. `read`: see conversations and the files of their folders. `write`: start
 * and stop work, under the permissions that a person has set. `approve`: act for the person: approve calls, answer
 * questions, run commands.
 */
export const Scope = z.enum(['read', 'write', 'approve'])
export type Scope = z.infer<typeof Scope>

/** `owner`: the windows and the command line of this account; no token gives it. */
export type Need = Scope | 'owner'

/** The rights that a command requires. If they depend on the input: `of`, with their description for docs/protocol.md. */
export type Needs =
  Need | { readonly usual: Need; readonly of: (input: never) => Need; readonly words: string }

interface Permissions {
  readonly permissionMode?: PermissionMode | undefined
  readonly network?: boolean | undefined
  readonly webSearch?: boolean | undefined
  /** The spending limit before a person is asked. */
  readonly budget?: ChosenBudget | undefined
  /** A command that runs without a person's approval; '' for none. */
  readonly setupCommand?: string
}

/** Letting an agent do more without asking requires the right to approve. */
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

/** A cancel is a frame, not a command (frames.ts). */
export const CANCEL_NEEDS: Scope = 'write'
