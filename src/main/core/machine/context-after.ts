import type { Context } from './context.ts'
import type { ConversationEvent } from './event.ts'

/** Returns the context after an event: sessionOpened replaces it, settingsChanged changes it, other events leave it. */
export function contextAfter(context: Context, event: ConversationEvent): Context {
  if (event.type === 'sessionOpened') return event.context
  if (event.type === 'settingsChanged') return { ...context, ...event.change }
  return context
}
