import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { chat } from '../../../../e2e/fake-model-server/chat-replies.ts'
import type { Json } from '../../../../e2e/fake-model-server/json.ts'
import { bash, type Part, text, thinking } from '../../../../e2e/fake-model-server/parts.ts'
import { message, ofJson } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import type { Attachment } from '../../../shared/messages/attachment.ts'
import { PDF_TYPE } from '../../../shared/messages/document-limits.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { isResting } from '../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'
import { testAttachment, testFile } from '../../core/testing/test-attachment.ts'
import type { Context } from '../../core/machine/context.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { SETTINGS } from '../../runtime/fakes/plain-settings.ts'
import { World } from '../../runtime/fakes/world.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { pdfOf } from '../images/pdf.fixture.ts'
import { openaiApi } from '../openai-compatible/openai-api.ts'
import { systemClock, systemTimers } from '../system/system-clock.ts'
import type { Cause, KnownRefusal } from './fakes/known-refusal.ts'
import { DOCUMENT_REFUSALS } from './fakes/document-refusals.ts'
import { KNOWN_REFUSALS } from './fakes/known-refusals.ts'
import { TOO_LONG_REFUSALS } from './fakes/too-long-refusals.ts'
import { createModelPort } from './model-port.ts'
import { serverForEach } from './fakes/fake-server.ts'

const server = serverForEach()

/** A model that accepts documents, with a name that the servers of all APIs know. */
const READER = {
  model: 'openai/gpt-5.5',
  documents: { bytes: 1e6, pages: 100, tokensPerPage: 2_000 },
}

/** The real runtime and the real adapter, with a server that refuses while the cause is in the request. */
class Chat {
  readonly world: World
  #isRefusing = false
  readonly #known: KnownRefusal

  constructor(known: KnownRefusal) {
    this.#known = known
    const api = known.api === 'anthropic' ? anthropicApi : openaiApi
    const endpoint = { baseUrl: server().url, apiKey: 'test-key', headers: {} }
    const model = createModelPort({
      endpointOf: () => ({ api, endpoint }),
      timers: systemTimers,
      clock: systemClock,
      readBlob: (hash) => Promise.resolve(this.world.blobs.read(hash)),
      log: { warn: () => undefined },
    })
    const { primary } = testContext()
    const provider = known.cause === 'documents' ? { ...primary, ...READER } : primary
    const effort = known.cause === 'effort' ? 'high' : 'auto'
    const context: Context = { ...testContext(), primary: provider, effort }
    this.world = new World(undefined, undefined, { model, context })
    server().respond((body) => this.#answer(body))
  }

  /** A turn with an image, if relevant a PDF, thinking, a call and its result, all of them answered. */
  async begin(): Promise<void> {
    const background = { r: 1, g: 2, b: 3 }
    const png = sharp({ create: { width: 9, height: 9, channels: 3, background } }).png()
    const kept = await this.world.blobs.keep(await png.toBuffer())
    if (!kept.ok) throw new Error(kept.error)
    const blob = { original: kept.value, copy: kept.value, width: 9, height: 9 }
    const image = testAttachment('a.png', blob)
    const file = pdfOf(2)
    const bytes = await this.world.blobs.keep(file)
    if (!bytes.ok) throw new Error(bytes.error)
    const facts = { original: bytes.value, bytes: file.length, pages: 2 }
    const pdf = testFile('a.pdf', { ...facts, mediaType: PDF_TYPE, isText: false })
    await this.say('Look', this.#known.cause === 'documents' ? [image, pdf] : [image])
    this.#isRefusing = true
  }

  async say(words: string, attachments: readonly Attachment[] = []) {
    const { runtime } = this.world
    const messageId = words as MessageId
    const answers = {
      type: 'userMessage',
      messageId,
      text: words,
      attachments,
      mode: 'policy',
    } as const
    runtime.dispatch(answers, (answer) => expect(answer).toEqual({ type: 'accepted' }))
    await this.#untilRest()
  }

  /** The user's way out: another model, or a settled account. */
  async applyRemedy(): Promise<void> {
    const { primary } = this.world.context
    if (this.#known.cause !== 'model') this.#isRefusing = false
    this.world.context = { ...testContext(), primary: { ...primary, model: 'other' } }
    this.world.registry.settingsChanged(SETTINGS)
    await this.world.time.settle()
  }

  async #untilRest(): Promise<void> {
    await this.world.time.settle()
    while (!isResting(this.world.state)) {
      await setImmediate()
      await this.world.time.settle()
      if (this.world.state.type === 'toolExecuting') this.world.tools.last.finish('done')
    }
  }

  #answer(body: Json): Reply {
    const { api, cause, body: refusal, status } = this.#known
    if (this.#isRefusing && isNamedIn(body, cause)) return ofJson(refusal, status)
    const reply = (...parts: readonly Part[]): Reply =>
      api === 'openai' ? chat(parts) : message(parts)
    if (body['tools'] === undefined) return reply(text('In short.'))
    if (this.#isRefusing) return reply(text('New answer'))
    return JSON.stringify(body).includes('done')
      ? reply(thinking('So.', 'sig2'), text('Old answer'))
      : reply(thinking('Hm.', 'sig1'), bash('ls'))
  }
}

function isNamedIn(body: Json, cause: Cause): boolean {
  const sent = JSON.stringify(body)
  if (cause === 'account' || cause === 'key') return true
  if (cause === 'model') return body['model'] !== 'other'
  if (body['tools'] === undefined) return false
  switch (cause) {
    case 'effort':
      return body['output_config'] !== undefined || body['reasoning_effort'] !== undefined
    case 'calls':
      return sent.includes('"tool_use"') || sent.includes('"tool_calls"')
    case 'callIds':
      return sent.includes('call_fake')
    case 'reasoning':
      return sent.includes('"reasoning_content"')
    case 'thinking':
      return sent.includes('"thinking"')
    case 'documents':
      return /"application\/pdf"|data:application\/pdf/.test(sent)
    case 'images':
    case 'size':
      return sent.includes('base64')
    case 'limitName':
      return body['max_tokens'] !== undefined
    case 'history':
    case 'length':
      return sent.includes('Old answer')
    default:
      return assertNever(cause)
  }
}

/**
 * The repair that has to be enough. A conversation that is too long is summarised without a repair, and the adapter changes
 * the name of a limit; the others are left to the user.
 */
const MENDED_BY: { readonly [Each in Cause]: RegExp } = {
  effort: /^withoutEffort$/,
  calls: /^callsAsText$/,
  callIds: /^renamedCalls$/,
  reasoning: /^withoutReasoning$/,
  thinking: /^withoutEarlierThinking$/,
  images: /^with(out|outAll)Images$/,
  documents: /^withoutDocuments$/,
  history: /^withSummary$/,
  length: /^none$/,
  size: /^withoutAllImages$/,
  limitName: /^none$/,
  model: /^none$/,
  account: /^none$/,
  key: /^none$/,
}

function lastRepair({ contents }: World): string {
  const last = contents.findLast(({ type }) => type === 'repair')
  return last?.type === 'repair' ? last.repair.type : 'none'
}

/** The error that the user sees if only they can resolve it. */
const EXPECTED: { readonly [Each in Cause]?: ErrorKind } = {
  model: 'invalidRequest',
  account: 'billing',
  key: 'auth',
}
const ALL = Object.entries({
  ...KNOWN_REFUSALS,
  ...DOCUMENT_REFUSALS,
  ...TOO_LONG_REFUSALS,
})
/** Of each cause one in the quick tier. */
const TRIED = byTier(
  Object.values(Object.groupBy(ALL, ([, { api, cause }]) => `${api} ${cause}`)).flatMap((alike) =>
    alike?.[0] ? [alike[0]] : [],
  ),
  ALL,
)
const REPAIRED = TRIED.filter(([, { cause }]) => EXPECTED[cause] === undefined)
const LEFT_TO_A_PERSON = TRIED.filter(([, { cause }]) => EXPECTED[cause] !== undefined)

test('row 17 at least 25 error bodies are known', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(25)
})

test.each(REPAIRED)(
  'row 17 a 400 never bricks a chat: %s is repaired within the turn, and the next turn is not refused',
  async (_, known) => {
    const conversation = new Chat(known)
    await conversation.begin()
    await conversation.say('Go on')
    const { world } = conversation
    expect(world.state).toEqual({ type: 'idle', unfinished: null })
    expect(world.transcript.at(-1)).toBe('agent: New answer')
    expect(lastRepair(world)).toMatch(MENDED_BY[known.cause])
    const before = server().requests.length
    await conversation.say('And?')
    expect(world.state).toEqual({ type: 'idle', unfinished: null })
    expect(server().requests.length - before).toBe(1)
  },
)

test.each(LEFT_TO_A_PERSON)(
  'row 17 a 400 never bricks a chat: %s ends the turn and changes nothing; the next turn succeeds once its cause is gone',
  async (_, known) => {
    const conversation = new Chat(known)
    const { world } = conversation
    await conversation.begin()
    const before = server().requests.length
    await conversation.say('Go on')
    expect(world.state).toMatchObject({ type: 'error', kind: EXPECTED[known.cause] })
    expect(server().requests.length - before).toBe(1)
    expect(world.lifecycle).not.toContain('requestRepaired')
    await conversation.applyRemedy()
    await conversation.say('And now?')
    expect(world.state).toEqual({ type: 'idle', unfinished: null })
  },
)
