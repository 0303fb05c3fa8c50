import type { OwnSettings } from './ports.ts'

/** What a conversation has of its own, and nothing else of it. */
export function ownOf(of: OwnSettings): OwnSettings {
  const { permissionMode, network, systemPrompt } = of
  const { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying } = of
  const chosen = { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying }
  return { permissionMode, network, systemPrompt, ...chosen }
}
