import { expect, test } from 'vitest'
import { chatRefusal, chunk, ofChunks } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { ofJson } from '../../../../e2e/fake-model-server/replies.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { testEndpoint } from '../model-api/test-endpoint.ts'
import { openaiApi } from './openai-api.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

const MEMORY = 'model requires more system memory (8.4 GiB) than is available (5.6 GiB)'
const NO_TOOLS = 'No endpoints found that support tool use.'
const FLAGGED = 'openai/gpt-5 requires moderation. Your input was flagged for "violence"'
const WRONG_PATH = 'Invalid URL (POST /v1/v2/chat/completions)'
const NO_DEPLOYMENT = 'The API deployment for this resource does not exist.'
const UNKNOWN = 'The endpoint knows no model called claude-test. Choose another one.'
const EXTRA = 'Extra inputs are not permitted'
const NO_KEY = 'The API key was refused. Open Settings and check it; your message is kept.'

function refused(words: string): string {
  return ` refused the request: “${words}”${words.endsWith('.') ? '' : '.'} Another model may accept it.`
}

test.each([
  [
    'Ollama without memory',
    500,
    { error: { message: MEMORY, type: 'api_error' } },
    'server',
    MEMORY,
  ],
  [
    'a router without tools',
    404,
    { error: { code: 404, message: NO_TOOLS } },
    'invalidRequest',
    refused(NO_TOOLS),
  ],
  [
    'a router that moderates',
    403,
    { error: { code: 403, message: FLAGGED } },
    'invalidRequest',
    refused(FLAGGED),
  ],
  ['a wrong path', 404, { error: { message: WRONG_PATH } }, 'invalidRequest', refused(WRONG_PATH)],
  [
    'a path that llama.cpp does not know',
    404,
    { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } },
    'invalidRequest',
    refused('File Not Found'),
  ],
  ['a path that nobody knows', 404, { error: 'Not Found' }, 'invalidRequest', refused('Not Found')],
  [
    'a path that is named',
    404,
    { error: { message: 'path /v1/models/chat/completions not found' } },
    'invalidRequest',
    refused('path /v1/models/chat/completions not found'),
  ],
  [
    'a deployment that Azure lacks',
    404,
    { error: { code: 'DeploymentNotFound', message: NO_DEPLOYMENT } },
    'invalidRequest',
    UNKNOWN,
  ],
  [
    'a model that a router lacks',
    404,
    { error: { code: 404, message: 'No endpoints found for x/y.' } },
    'invalidRequest',
    UNKNOWN,
  ],
  [
    'a model that vLLM lacks',
    404,
    { message: 'The model `x` does not exist.', code: 404 },
    'invalidRequest',
    UNKNOWN,
  ],
  [
    'a model that Ollama lacks',
    404,
    { error: { message: 'model "x" not found, try pulling it' } },
    'invalidRequest',
    UNKNOWN,
  ],
  [
    'a model that a translated API lacks',
    404,
    { error: { message: 'model: x', type: 'not_found_error' } },
    'invalidRequest',
    UNKNOWN,
  ],
  [
    'a model of another project',
    403,
    { error: { message: 'No access to model x', code: 'model_not_found' } },
    'invalidRequest',
    UNKNOWN,
  ],
  [
    'a key that Gemini does not know',
    400,
    [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
    'auth',
    NO_KEY,
  ],
  [
    'a key that xAI does not know',
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***ne.' },
    'auth',
    NO_KEY,
  ],
  [
    'a field that Mistral does not know',
    422,
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'store'], msg: EXTRA, input: false }] },
    'invalidRequest',
    refused(`store: ${EXTRA}`),
  ],
  [
    'two of them, said twice',
    422,
    {
      object: 'Error',
      detail: [
        { loc: ['body', 'a', 0], msg: EXTRA },
        { loc: ['query', 'b'], msg: 'Field required' },
      ],
      message: [{ loc: ['body', 'a', 0], msg: EXTRA }],
    },
    'invalidRequest',
    refused(`a.0: ${EXTRA}; query.b: Field required`),
  ],
  [
    'a list of what is wrong, in the place of a sentence',
    422,
    { object: 'error', message: { detail: [{ loc: ['body'], msg: EXTRA }] }, code: 3051 },
    'invalidRequest',
    refused(EXTRA),
  ],
  [
    'a sentence of FastAPI',
    422,
    { detail: 'Unprocessable: too odd' },
    'invalidRequest',
    refused('Unprocessable: too odd'),
  ],
  [
    'what stands behind a router',
    400,
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"top_k must be small"}}', provider_name: 'X' },
      },
    },
    'invalidRequest',
    refused('top_k must be small'),
  ],
  [
    'a page behind a router',
    400,
    { error: { message: 'Provider returned error', metadata: { raw: 'Not today' } } },
    'invalidRequest',
    refused('Not today'),
  ],
  [
    'a key without rights',
    403,
    { error: { message: 'no' } },
    'auth',
    'The API key is not allowed to use claude-test.',
  ],
])('%s is reported as what it is', async (_, status, body, kind, sentence) => {
  server().enqueue(ofJson(body, status))
  const { outcome } = await ask(modelAt(openaiApi, server().url))
  expect(outcome).toMatchObject({ kind, detail: expect.stringContaining(sentence) })
})

test('headers of an endpoint that its server echoes appear in no sentence', async () => {
  const headers = { 'x-gateway-key': 'taint-header-5e1f' }
  const endpoint = { baseUrl: server().url, apiKey: 'test-key', headers }
  const error = { message: 'refused header x-gateway-key: taint-header-5e1f (test-key)' }
  server().enqueue(ofJson({ error }, 500), ofJson({ error }, 500))
  const { outcome } = await ask(modelAt(openaiApi, () => endpoint))
  const { signal } = new AbortController()
  const found = { api: openaiApi, endpoint }
  const tested = await testEndpoint(found, { model: 'm', timeouts: DEFAULT_TIMEOUTS }, signal)
  for (const shown of [JSON.stringify(outcome), tested.message])
    expect(shown).toContain('“refused header x-gateway-key: [secret] ([secret])”')
})

test('a model missing from a translated API is reported as such in the middle of an answer, too', async () => {
  const error = { message: 'model: x', type: 'not_found_error' }
  server().enqueue(ofChunks([{ error }]))
  const { outcome } = await ask(modelAt(openaiApi, server().url))
  expect(outcome).toMatchObject({ kind: 'invalidRequest', detail: UNKNOWN })
})

test('a server error in the middle of an answer is reported by its first line, without the key', async () => {
  const error = {
    message: `${MEMORY}\u0000test-key\n  at load (server.js)`,
    type: 'server_error',
    code: null,
  }
  server().enqueue(ofChunks([chunk({ content: 'Half' }), { error }]))
  const { outcome } = await ask(modelAt(openaiApi, server().url))
  const shown = `reported an internal error: “${MEMORY} [secret]”. Retry in a while; your message is kept.`
  expect(outcome).toMatchObject({ kind: 'server', detail: expect.stringContaining(shown) })
})

test.each([
  "Function tools with reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
  'This model is only supported in v1/responses and not in v1/chat/completions.',
])(
  'a model available only over the newer API says which kind its endpoint must be: %s',
  async (message) => {
    server().enqueue(
      chatRefusal(message.startsWith('This') ? 404 : 400, {
        message,
        type: 'invalid_request_error',
      }),
    )
    const { outcome } = await ask(modelAt(openaiApi, server().url), { effort: 'high' })
    expect(outcome).toMatchObject({ kind: 'invalidRequest', rejectedPart: null })
    expect(JSON.stringify(outcome)).toContain(
      'change the kind of this endpoint to OpenAI (Responses API)',
    )
  },
)
