import type { AppError, AppErrorCode } from '../../../shared/app-error.ts'
import type { EnterWhileBusy } from '../../../shared/settings/settings.ts'
import { strokeOf } from '../shell/own-strokes.svelte.ts'
import { MESSAGE_SHORTCUTS, type Stroke } from '../shell/shortcuts.ts'

export type BusyAction = Exclude<EnterWhileBusy, 'ask'>

/**
 * The ways to send a message that was refused because something runs, most common first. A turn that is being stopped
 * has no next step.
 */
export function actionsOfRefusal(code: AppErrorCode): readonly BusyAction[] {
  if (code === 'busy') return ['sendAtNextStep', 'stopAndSend', 'sendWhenIdle']
  return code === 'cancelling' ? ['stopAndSend'] : []
}

/** Above the ways, if they are offered: the host’s own sentence names a part of them only. */
export function sentenceOfRefusal({ code, message }: AppError, areOffered: boolean): string {
  return areOffered && code === 'busy' ? 'The agent is working. When should this be sent?' : message
}

/** The keys for an action while the actions are shown; null: none. */
export function strokeOfAction(action: BusyAction): Stroke | null {
  if (action === 'sendAtNextStep') return MESSAGE_SHORTCUTS.sendAtNextStep.stroke
  return action === 'stopAndSend' ? strokeOf('stopAndSend') : null
}

export const WORDS_OF_ACTION: Readonly<Record<BusyAction, string>> = {
  stopAndSend: 'Stop and send',
  sendWhenIdle: 'Send when idle',
  sendAtNextStep: 'Send at the next step',
}
