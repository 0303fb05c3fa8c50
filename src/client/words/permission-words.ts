import { assertNever } from '../../shared/assert-never.ts'
import type { PermissionMode } from '../../shared/conversation/turn.ts'

export function wordsOfPermission(mode: PermissionMode): string {
  switch (mode) {
    case 'readOnly':
      return 'Read only'
    case 'ask':
      return 'Ask'
    case 'acceptEdits':
      return 'Accept edits'
    case 'auto':
      return 'Auto'
    default:
      return assertNever(mode)
  }
}

/** Says in a sentence what the agent may do without asking (rule 6). */
export function sentenceOfPermission(mode: PermissionMode): string {
  switch (mode) {
    case 'readOnly':
      return 'Reads in its folder and changes nothing; asks before it reads elsewhere.'
    case 'ask':
      return 'Reads in its folder, and asks before each change and each command.'
    case 'acceptEdits':
      return 'Changes files in its folder without asking, and asks before each command.'
    case 'auto':
      return 'Changes files and runs commands without asking; still asks outside its folder and for secrets.'
    default:
      return assertNever(mode)
  }
}
