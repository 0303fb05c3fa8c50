import { ok } from '../../src/shared/result.ts'
import type { HandlerPorts, Handlers } from '../../src/main/runtime/commands/handler-ports.ts'
import { createHandlers as create } from '../../src/main/runtime/commands/command-handlers.ts'

export type { HandlerPorts, Handlers } from '../../src/main/runtime/commands/handler-ports.ts'

/** PLANTED BUG: the messages under the fields in Settings quote the key. */
export function createHandlers(ports: HandlerPorts): Handlers {
  const handlers = create(ports)
  return {
    ...handlers,
    'settings.test': async (input, client) => {
      const tested = await handlers['settings.test'](input, client)
      if (!tested.ok) return tested
      return ok({ ...tested.value, message: `It works with ${input.change.apiKey}.` })
    },
  }
}
