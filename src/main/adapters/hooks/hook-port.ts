import type { HookPort } from '../../runtime/ports/servers/hook-port.ts'
import type { Hooks } from './hooks.ts'

/** Hooks other than those of calls: on a message, and at the end of a turn. */
export function hookPort(hooks: Hooks): HookPort {
  return {
    onMessage: ({ onBegin, text, ...place }) =>
      hooks.run('UserPromptSubmit', { tool: null, input: { prompt: text } }, place, onBegin),
    onTurnEnd: ({ isAgain, lastWords, onBegin, ...place }) => {
      const input = { stop_hook_active: isAgain, last_assistant_message: lastWords }
      return hooks.run('Stop', { tool: null, input }, place, onBegin)
    },
  }
}
