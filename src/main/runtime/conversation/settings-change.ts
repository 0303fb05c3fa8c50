import type { ContextUse } from '../../../shared/messages/context-use.ts'
import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import { modelName } from '../../../shared/models/model-name.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import type { Context, ContextChange } from '../../core/machine/context.ts'

/** Returns the wanted values that differ from the current ones; null if none do. */
export function settingsChange(context: Context, wanted: ContextChange): ContextChange | null {
  const known = new Map(
    Object.entries(context).map(([name, value]) => [name, JSON.stringify(value)]),
  )
  const news = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && known.get(name) !== JSON.stringify(value),
  )
  return news.length === 0 ? null : Object.fromEntries(news)
}

/** Returns the part of a context that the settings determine. */
export function settingsOf(context: Context): ContextChange {
  const { conversationId: _id, folder: _folder, role: _role, gitState: _git, ...settings } = context
  return settings
}

/**
 * Returns the settings in force that clients receive, besides the conversation's own. `now`: the context of its next
 * turn.
 */
export function inForceOf(
  { provider, use }: { readonly provider: Provider; readonly use: ContextUse },
  now: Context,
): Pick<ClientEventOf<'conversation.configured'>, 'model' | 'searchesWeb' | 'use'> {
  return { model: modelName(provider), searchesWeb: now.primary.searchesWeb === true, use }
}
