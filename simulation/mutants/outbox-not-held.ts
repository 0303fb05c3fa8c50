import { holdsAfter as holdsAfterWell } from '../../src/main/core/turn/outbox.ts'

export {
  type ReadyToSend,
  readyAfter,
  readyAtRest,
  heldBack,
} from '../../src/main/core/turn/outbox.ts'

/** PLANTED BUG: waiting messages are not held when a turn fails. */
export function holdsAfter(step: Parameters<typeof holdsAfterWell>[0]): boolean {
  return holdsAfterWell(step) && step.lifecycle.every(({ type }) => type !== 'turnFailed')
}
