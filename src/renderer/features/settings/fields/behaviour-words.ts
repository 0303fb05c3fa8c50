import { assertNever } from '../../../../shared/assert-never.ts'
import { type BusyPolicy, EnterWhileBusy } from '../../../../shared/settings/settings.ts'
import { WORDS_OF_ACTION } from '../../composer/refusal-actions.ts'

export const ENTER_CHOICES = EnterWhileBusy.options

export function noteOfBusyPolicy(policy: BusyPolicy): string {
  switch (policy) {
    case 'reject':
      return 'A message that reaches a busy agent, from here or another program, does not disturb it. What Enter does here instead is the next setting.'
    case 'interrupt':
      return 'Every message, from here or another program, ends the running turn; what it has done so far is kept.'
    default:
      return assertNever(policy)
  }
}

export function wordsOfBusyPolicy(policy: BusyPolicy): string {
  return policy === 'reject' ? 'Let the agent finish' : 'Interrupt the agent'
}

export function wordsOfEnter(choice: EnterWhileBusy): string {
  return choice === 'ask' ? 'Ask' : WORDS_OF_ACTION[choice]
}

export function noteOfEnter(choice: EnterWhileBusy): string {
  switch (choice) {
    case 'ask':
      return 'Enter shows the choices for the message.'
    case 'stopAndSend':
      return 'Enter stops the running turn and sends the message.'
    case 'sendWhenIdle':
      return 'Enter queues the message until the turn is complete.'
    case 'sendAtNextStep':
      return 'Enter sends the message as soon as the running tool calls are done, within the same turn.'
    default:
      return assertNever(choice)
  }
}

/** `isGone`: the endpoint of the chosen model is gone. */
export function noteOfFallback(isGone: boolean): string {
  return isGone
    ? 'Its endpoint is no longer in Settings, so nothing takes over. Choose another model, or none.'
    : 'Takes over for the rest of a turn if the chosen model fails three times. Leave empty for none.'
}

/** `isGone`: the endpoint of the chosen model is gone. */
export function noteOfExplorers(isGone: boolean): string {
  return isGone
    ? 'Its endpoint is no longer in Settings, so explorers use the conversation’s model. Choose another model, or none.'
    : 'The model for sub-agents that only read; a cheaper one is often enough. Used in conversations whose model has the same endpoint. Leave empty to use the conversation’s model.'
}
