import type { Verdict } from '../../../shared/conversation/turn.ts'
import { type Context, mayWriteIn } from './context.ts'

/** What a command can access in the sandbox, besides its own temp folder and caches. Null: it runs unsandboxed. */
export interface SandboxPolicy {
  readonly folder: 'writable' | 'readOnly'
  readonly network: boolean
}

type Run = Extract<Verdict, { type: 'run' }>

/**
 * Returns the sandbox policy of an allowed call. If the mode has changed since the reply, the folder is writable only if
 * both modes allow it; the network follows the current setting.
 */
export function sandboxPolicyOf(
  context: Context,
  { mayWrite }: Pick<Run, 'mayWrite'>,
): SandboxPolicy | null {
  if (!context.isSandboxed) return null
  const isWritable = mayWrite && mayWriteIn(context)
  return { folder: isWritable ? 'writable' : 'readOnly', network: context.network }
}

/** Returns the sandbox policy of commands that no call asked for: a person's hooks. */
export function commandPolicyOf(context: Context): SandboxPolicy | null {
  return sandboxPolicyOf(context, { mayWrite: true })
}

/** The rights that one change of settings withdraws from a conversation's commands. */
export interface Withdrawal {
  readonly network: boolean
  readonly writing: boolean
}

type Rights = Pick<Context, 'network' | 'permissionMode'>

/** Without a sandbox nothing keeps a command from the network, whatever the setting says. */
export function withdrawalBetween(
  before: Rights,
  after: Rights,
  { isSandboxed }: Pick<Context, 'isSandboxed'>,
): Withdrawal {
  return {
    network: isSandboxed && before.network && !after.network,
    writing: before.permissionMode !== 'readOnly' && after.permissionMode === 'readOnly',
  }
}

/** Returns the withdrawn right that a command with this policy has; null if none. */
export function rightLost(
  sandboxPolicy: SandboxPolicy | null,
  { network, writing }: Withdrawal,
): keyof Withdrawal | null {
  if (network && sandboxPolicy?.network !== false) return 'network'
  return writing && sandboxPolicy?.folder !== 'readOnly' ? 'writing' : null
}
