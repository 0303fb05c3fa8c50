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
