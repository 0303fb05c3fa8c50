import { assertNever } from '../../../shared/assert-never.ts'
import type { HookEvent, HookRun } from '../../../shared/conversation/hook-run.ts'

/** A few words about when a hook runs. */
export function wordsOfEvent(event: HookEvent): string {
  switch (event) {
    case 'PreToolUse':
      return 'Hook before this call'
    case 'PostToolUse':
      return 'Hook after this call'
    case 'UserPromptSubmit':
      return 'Hook on your message'
    case 'Stop':
      return 'Hook at the end of the turn'
    default:
      return assertNever(event)
  }
}

/** A few words about how a hook ended. */
export function wordsOfEnd({ event, outcome }: Pick<HookRun, 'event' | 'outcome'>): string {
  switch (outcome) {
    case 'ok':
      return 'OK'
    case 'blocked':
      return wordOfBlock(event)
    case 'failed':
      return 'Failed'
    case 'timedOut':
      return 'Timed out'
    case 'stopped':
      return 'Stopped'
    default:
      return assertNever(outcome)
  }
}

function wordOfBlock(event: HookEvent): string {
  switch (event) {
    case 'PreToolUse':
    case 'UserPromptSubmit':
      return 'Blocked'
    case 'PostToolUse':
      return 'Objected'
    case 'Stop':
      return 'Wants more'
    default:
      return assertNever(event)
  }
}
