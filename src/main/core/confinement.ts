import type { Verdict } from '../../shared/turn.ts'
import type { Context } from './context.ts'

/** What a command can reach in the sandbox, beside its own temp folder and caches. Null: it runs outside of any. */
export interface Confinement {
  readonly folder: 'writable' | 'readOnly'
  readonly network: boolean
}

type Run = Extract<Verdict, { type: 'run' }>

/**
 * What a call that may run is confined to. Where the mode has changed since the reply, the folder is writable only if both
 * allow it; the network is as it is now.
 */
export function confinementOf(
  { isSandboxed, network, permissionMode }: Context,
  { mayWrite }: Pick<Run, 'mayWrite'>,
): Confinement | null {
  if (!isSandboxed) return null
  const isWritable = mayWrite && permissionMode !== 'readOnly'
  return { folder: isWritable ? 'writable' : 'readOnly', network }
}
