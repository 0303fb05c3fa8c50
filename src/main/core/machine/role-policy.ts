import type { Role } from './context.ts'

/** Actions of a person that depend on the conversation's role. */
export type RoleBoundAct =
  'send' | 'configure' | 'chooseFolder' | 'rewind' | 'fork' | 'leaveOutImages' | 'arrange'

/**
 * A sub-agent works on its task in the folder and under the settings of the conversation that started it, and ends with
 * the task. A person can watch it, stop it and answer its questions; everything else is done in the parent.
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
