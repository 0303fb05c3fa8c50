import { appError, type AppError } from '../../../shared/app-error.ts'
import type { RoleBoundAct } from '../../core/machine/role-policy.ts'

/** For each act that a sub-agent refuses: why, and where to do it instead. */
export const ROLE_REFUSALS: Readonly<Record<RoleBoundAct, AppError>> = {
  send: refusal('You can’t write to a sub-agent. Write to the conversation that started it.'),
  configure: refusal(
    'A sub-agent works under the permissions of the conversation that started it. Change them there.',
  ),
  chooseFolder: refusal(
    'A sub-agent works in the folder of the conversation that started it. Choose it there.',
  ),
  rewind: refusal(
    'A sub-agent can’t be rewound. Edit a message in the conversation that started it.',
  ),
  fork: refusal('A sub-agent can’t be forked. Fork the conversation that started it.'),
  leaveOutImages: refusal(
    'A sub-agent’s images can’t be dropped. Drop them in the conversation that started it.',
  ),
  arrange: refusal('A sub-agent isn’t in the list. Use the conversation that started it.'),
}

function refusal(sentence: string): AppError {
  return appError('invalidInput', sentence)
}
