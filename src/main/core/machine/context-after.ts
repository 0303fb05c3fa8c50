import type { Context } from './context.ts'
import type { ConversationEvent } from './event.ts'

/** The context after an event: sessionOpened brings all of it, settingsChanged changes it, no other event does. */
export function contextAfter(context: Context, event: ConversationEvent): Context {
  if (event.type === 'sessionOpened') return event.context
  if (event.type === 'settingsChanged') return { ...context, ...event.change }
  return context
}
