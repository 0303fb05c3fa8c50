import { setImmediate } from 'node:timers/promises'
import { ok } from '../../../../shared/result.ts'
import { chat, chatRefusal } from '../../../../../e2e/fake-model-server/chat-replies.ts'
import type { Part } from '../../../../../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../../e2e/fake-model-server/reply.ts'
import { type OwnTimeouts, timeoutsOf } from '../../../../shared/models/timeouts.ts'
import type { Context } from '../../../core/machine/context.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import { ManualTime } from '../../../runtime/fakes/manual-time.ts'
import { World } from '../../../runtime/fakes/world.ts'
import { anthropicApi } from '../../anthropic/anthropic-api.ts'
import { openaiApi } from '../../openai-compatible/openai-api.ts'
import type { ModelApi } from '../model-api.ts'
import { createModelPort } from '../model-port.ts'

/** An API, and how a fake server speaks it. */
export interface ScriptedApi {
  readonly api: ModelApi
  readonly say: (parts: readonly Part[]) => Reply
  /** A refusal with nothing but its status. */
  readonly refuse: (status: number) => Reply
}

export const SCRIPTED_APIS: readonly (readonly [name: string, speech: ScriptedApi])[] = [
  [
    'Messages API',
    {
      api: anthropicApi,
      say: (parts) => message(parts),
      refuse: (status) => refusal(status, null),
    },
  ],
  [
    'chat completions',
    {
      api: openaiApi,
      say: (parts) => chat(parts),
      refuse: (status) => chatRefusal(status, null),
    },
  ],
]

/** The real runtime and the real adapter on one clock that the test advances; sockets are real. */
export function worldAt(
  { api }: Pick<ScriptedApi, 'api'>,
  at: string | (() => string),
  { own = {}, change = {} }: { own?: OwnTimeouts; change?: Partial<Context> } = {},
): World {
  const time = new ManualTime()
  const model = createModelPort({
    endpointOf: () => {
      const baseUrl = typeof at === 'string' ? at : at()
      return { api, endpoint: { baseUrl, apiKey: 'test-key', headers: {} } }
    },
    timers: time,
    clock: time,
    readBlob: () => Promise.resolve(ok(null)),
    log: { warn: () => undefined },
  })
  const context = { ...testContext(), ...change }
  const primary = { ...context.primary, timeouts: timeoutsOf(own, false) }
  return new World(undefined, time, { model, context: { ...context, primary } })
}

/** Waits for data from sockets, without advancing the clock. */
export async function until(world: World, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await setImmediate()
    await world.time.settle()
  }
}

/** The phase of the request; outside of one, the state. */
export function phaseOf({ state }: World): string {
  return state.type === 'llmRequesting' ? state.phase.type : state.type
}
