import { assertNever } from '../../../shared/assert-never.ts'
import { type BusyPolicy, EnterWhileBusy } from '../../../shared/settings.ts'
import { WORDS_OF_ACTION } from '../composer/refusal-actions.ts'

export const ENTER_CHOICES = EnterWhileBusy.options

export function noteOfBusyPolicy(policy: BusyPolicy): string {
  switch (policy) {
    case 'reject':
      return 'Your words stay in the message field until you say whether the agent is stopped for them or they wait.'
    case 'interrupt':
      return 'Sending ends the turn that runs; what was done until then is kept.'
    default:
      return assertNever(policy)
  }
}

export function wordsOfEnter(choice: EnterWhileBusy): string {
  return choice === 'ask' ? 'Ask' : WORDS_OF_ACTION[choice]
}

export function noteOfEnter(choice: EnterWhileBusy): string {
  switch (choice) {
    case 'ask':
      return 'Enter shows what can be done with the message.'
    case 'stopAndSend':
      return 'Enter ends the turn that runs, as the key for it always does.'
    case 'sendWhenIdle':
      return 'Enter lets the message wait until the turn is complete.'
    case 'sendAtNextStep':
      return 'Enter lets the message wait until the running tool calls are done, and the turn goes on with it.'
    default:
      return assertNever(choice)
  }
}
