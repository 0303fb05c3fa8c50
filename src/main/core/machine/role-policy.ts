import type { Role } from './context.ts'

/** What a person asks of a conversation, where it matters whose conversation it is. */
export type RoleBoundAct =
  'send' | 'configure' | 'chooseFolder' | 'rewind' | 'fork' | 'leaveOutImages' | 'arrange'

/**
 * A sub-agent works on the task, in the folder and under the settings of the conversation that started it, and ends with its
 * task. A person can watch it, stop it and answer its questions; everything else is asked of its parent.
 */
const PERMITTED: Readonly<Record<RoleBoundAct, readonly Role['type'][]>> = {
  send: ['root'],
  configure: ['root'],
  chooseFolder: ['root'],
  rewind: ['root'],
  fork: ['root'],
  leaveOutImages: ['root'],
  arrange: ['root'],
}

export function permits({ type }: Role, act: RoleBoundAct): boolean {
  return PERMITTED[act].includes(type)
}
