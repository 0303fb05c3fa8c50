import { assertNever } from '../../../shared/assert-never.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Message, MessageDraft } from '../../../shared/messages/message.ts'
import type { EnterWhileBusy } from '../../../shared/settings/settings.ts'
import type { MessageMode, WaitingMessage } from '../../../shared/messages/waiting.ts'

/** The content of a message: its text and its files. */
export type Content = Pick<MessageDraft, 'text' | 'attachments'>

/** The route of a message: to the agent at once, or to the outbox. `ifBusy`: what happens if it is refused as busy. */
export type Route =
  | { readonly type: 'now'; readonly mode: MessageMode; readonly ifBusy: EnterWhileBusy }
  | { readonly type: 'wait'; readonly when: WaitingMessage['when'] }

/** A message that was taken out of the outbox for editing. `behind`: the messages that it followed there. */
export interface Edited {
  readonly original: WaitingMessage
  readonly behind: readonly MessageId[]
}

/** A message between the press of Enter and its echo from the host. */
export interface Outgoing extends Content {
  readonly messageId: MessageId
  readonly route: Route
  readonly edited: Edited | null
  /** `held`: the connection was lost; the message is sent again, with the same id, once it is back. */
  readonly phase: 'sending' | 'held' | 'committed'
}

/** Lets the machine decide. `ifBusy`: the person's default for a busy agent. */
export function askThen(ifBusy: EnterWhileBusy): Route {
  return { type: 'now', mode: 'policy', ifBusy }
}

export const ASK = askThen('ask')
export const STOP_AND_SEND = routeOf('stopAndSend')

/** The route that a person chose for a message that finds the agent busy. */
export function routeOf(choice: EnterWhileBusy): Route {
  switch (choice) {
    case 'ask':
      return askThen('ask')
    case 'stopAndSend':
      return { type: 'now', mode: 'interrupt', ifBusy: 'ask' }
    case 'sendWhenIdle':
      return { type: 'wait', when: 'idle' }
    case 'sendAtNextStep':
      return { type: 'wait', when: 'nextStep' }
    default:
      return assertNever(choice)
  }
}

/** The choice behind a route; null: it asks. */
export function wayOf(route: Route): Exclude<EnterWhileBusy, 'ask'> | null {
  switch (route.type) {
    case 'now':
      return route.mode === 'interrupt' ? 'stopAndSend' : null
    case 'wait':
      return route.when === 'nextStep' ? 'sendAtNextStep' : 'sendWhenIdle'
    default:
      return assertNever(route)
  }
}

/** Messages still shown as on their way: without those that are already in the thread. */
export function stillOutgoing(
  outgoing: readonly Outgoing[],
  messages: readonly Message[],
): readonly Outgoing[] {
  if (outgoing.length === 0) return outgoing
  const stored = new Set(messages.map((message) => message.id))
  return outgoing.filter((each) => !stored.has(each.messageId))
}

/** Puts a returned text before text typed meanwhile. */
export function joinTexts(returned: string, typed: string): string {
  if (typed.trim() === '') return returned
  return returned === '' ? typed : `${returned}\n\n${typed}`
}
