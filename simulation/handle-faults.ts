import { onFault } from '../src/main/runtime/guard.ts'
import { brokenBy } from './faults/port-faults.ts'
import type { World } from './world.ts'

/**
 * Handles faults as compose.ts does: each goes to the conversation whose work threw. Returns a function that
 * unsubscribes.
 */
export function handleFaults(world: World): () => void {
  return onFault(({ conversationId, error, where }) => {
    world.threw(error)
    const port = where === 'a step' ? brokenBy(error) : null
    if (port !== null) world.fail('no step comes to harm by a bug of this port', port)
    if (conversationId === null) return
    world.sometimes('a conversation was set aside while it lived')
    if (!world.app.isOver) world.app.registry.faulted(conversationId)
  })
}
