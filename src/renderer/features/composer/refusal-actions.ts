import type { AppErrorCode } from '../../../shared/app-error.ts'
import type { EnterWhileBusy } from '../../../shared/settings.ts'

export type BusyAction = Exclude<EnterWhileBusy, 'ask'>

/** What can be done with a message that was refused because something runs. What is being stopped already has no next step. */
export function actionsOfRefusal(code: AppErrorCode): readonly BusyAction[] {
  if (code === 'busy') return ['stopAndSend', 'sendWhenIdle', 'sendAtNextStep']
  return code === 'cancelling' ? ['stopAndSend'] : []
}

export const WORDS_OF_ACTION: Readonly<Record<BusyAction, string>> = {
  stopAndSend: 'Stop and send',
  sendWhenIdle: 'Send when idle',
  sendAtNextStep: 'Send at the next step',
}
