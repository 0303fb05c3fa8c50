import { assertNever } from '../../../shared/assert-never.ts'
import type { Timeouts } from '../../../shared/turn.ts'
import { systemClock, systemTimers } from '../system/system-clock.ts'
import type { Asked } from '../model-api/ask-endpoint.ts'
import { askAnthropic } from './ask-anthropic.ts'
import { describeFault } from '../model-api/describe-fault.ts'
import { API, hostOf, type Endpoint } from './endpoint.ts'

const TEST_MS = 15_000
const TEST_TIMEOUTS: Timeouts = {
  firstByteMs: TEST_MS,
  silenceMs: TEST_MS,
  thinkingSilenceMs: TEST_MS,
  requestMs: TEST_MS,
}

/** One tiny request with these values, for the test button of Settings. `message` is for people either way. */
export async function testEndpoint(
  values: Endpoint & { readonly model: string },
  signal: AbortSignal,
): Promise<{ readonly works: boolean; readonly message: string }> {
  const { model, ...endpoint } = values
  const answer = await askAnthropic(
    { timers: systemTimers, clock: systemClock, imageOf: () => null },
    endpoint,
    tinyRequest(model, signal),
  )
  switch (answer.type) {
    case 'replied':
      return { works: true, message: `It works: ${model} answered.` }
    case 'aborted':
      return { works: false, message: 'The test was stopped.' }
    case 'failed': {
      const names = { api: API, model, host: hostOf(endpoint), apiKey: endpoint.apiKey }
      const { what, settingsHint } = describeFault(answer.fault, names)
      return { works: false, message: settingsHint === null ? what : `${what} ${settingsHint}` }
    }
    default:
      return assertNever(answer)
  }
}

function tinyRequest(model: string, signal: AbortSignal): Asked {
  return {
    provider: { endpoint: 'anthropic', model, limits: { contextTokens: 1000, outputTokens: 1 } },
    timeouts: TEST_TIMEOUTS,
    request: {
      system: '',
      tools: [],
      messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hi' }] }],
    },
    signal,
    onStarted: () => {},
    onDelta: () => {},
  }
}
