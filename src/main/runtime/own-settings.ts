import type { OwnSettings } from './ports.ts'

/** What a conversation has of its own, and nothing else of it. */
export function ownOf(of: OwnSettings): OwnSettings {
  const { permissionMode, network, systemPrompt, chosenModel, chosenFallback, chosenEffort } = of
  return { permissionMode, network, systemPrompt, chosenModel, chosenFallback, chosenEffort }
}
