import { ConversationId } from '../../../shared/ids.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Timeouts } from '../../../shared/models/timeouts.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { systemClock, systemTimers } from '../system/system-clock.ts'
import type { ModelCall } from './ask-endpoint.ts'
import { Connections } from './transport/connections.ts'
import { describeFault, namesOf } from './describe-fault.ts'
import type { SetUpEndpoint } from './model-port.ts'

/** Sends one tiny request, for the test button in Settings. `message` is for people, whether it worked or not. */
export async function testEndpoint(
  setUp: SetUpEndpoint,
  { model, timeouts }: Pick<Provider, 'model' | 'timeouts'>,
  signal: AbortSignal,
): Promise<{ readonly works: boolean; readonly message: string }> {
  const { api, endpoint } = setUp
  const connections = new Connections(systemClock)
  const deps = {
    timers: systemTimers,
    clock: systemClock,
    connections,
    refusedParts: new Set<string>(),
    base64Of: () => null,
  }
  const answer = await api.ask(deps, endpoint, tinyRequest(model, timeouts, signal))
  connections.close()
  switch (answer.type) {
    case 'replied':
      return { works: true, message: `It works: ${model} answered.` }
    case 'aborted':
      return { works: false, message: 'The test was stopped.' }
    case 'failed': {
      const { what, settingsHint } = describeFault(answer.fault, namesOf(setUp, model))
      return { works: false, message: settingsHint === null ? what : `${what} ${settingsHint}` }
    }
    default:
      return assertNever(answer)
  }
}

/** Enough for a model that reasons before it answers: some of them refuse a limit that they cannot keep. */
const TEST_OUTPUT_TOKENS = 1024

function tinyRequest(model: string, timeouts: Timeouts, signal: AbortSignal): ModelCall {
  return {
    conversationId: ConversationId.parse('test'),
    provider: {
      endpoint: 'test',
      model,
      limits: { contextTokens: 8192, outputTokens: TEST_OUTPUT_TOKENS },
      timeouts,
      price: null,
    },
    effort: 'auto',
    request: {
      system: '',
      tools: [],
      messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hi' }] }],
    },
    signal,
    onStarted: () => {},
    onDelta: () => {},
    onCallDelta: () => {},
    onSilence: () => {},
  }
}
