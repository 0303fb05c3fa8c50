import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { chat, chatRefusal } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import { type Attachment, isImage, MAX_ATTACHMENTS } from '../../../shared/messages/attachment.ts'
import { isResting } from '../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { MAX_REQUEST_BYTES } from '../../../shared/models/image-limits.ts'
import { MemoryBlobs } from '../../runtime/fakes/memory/memory-blobs.ts'
import { World } from '../../runtime/fakes/world.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { attach } from '../images/attaching.fixture.ts'
import { plain, SHOWN } from '../images/image-matrix.fixture.ts'
import { REFUSED } from '../images/refused-files.fixture.ts'
import { openaiApi } from '../openai-compatible/openai-api.ts'
import { systemClock, systemTimers } from '../system/system-clock.ts'
import { createModelPort } from './model-port.ts'
import { serverForEach } from './fakes/fake-server.ts'

const UNREADABLE = { type: 'invalid_request_error', message: 'Could not process image' }

/** A provider: its adapter, and its server's words. */
const PROVIDERS = {
  anthropic: {
    api: anthropicApi,
    say: (words: string): Reply => message([text(words)]),
    refuse: (): Reply => refusal(400, UNREADABLE),
  },
  openai: {
    api: openaiApi,
    say: (words: string): Reply => chat([text(words)]),
    refuse: (): Reply => chatRefusal(400, UNREADABLE),
  },
}

const shown = oneOfEvery(4, SHOWN)
const refused = oneOfEvery(4, REFUSED)

/** The attachment for every file, as the user sees it; originals and copies are kept. */
const blobs = new MemoryBlobs()
const copies: Attachment[] = []
/** Files without a viewable image are sent as files, or not at all. */
const others: string[] = []
beforeAll(async () => {
  for (const { make, name } of [...shown, ...refused]) {
    const prepared = await attach(blobs, name, await make())
    if (prepared.type === 'ready' && isImage(prepared.attachment)) copies.push(prepared.attachment)
    else others.push(name)
  }
}, 60_000)

const server = serverForEach()

/** The real runtime and the real adapter with the strict server. */
function worldOf({ api }: (typeof PROVIDERS)['anthropic' | 'openai']): World {
  const endpoint = { baseUrl: server().url, apiKey: 'test-key', headers: {} }
  const model = createModelPort({
    endpointOf: () => ({ api, endpoint }),
    timers: systemTimers,
    clock: systemClock,
    readBlob: (hash) => Promise.resolve(world.blobs.read(hash)),
    log: { warn: () => undefined },
  })
  const world = new World(undefined, undefined, { model })
  return world
}

async function say(world: World, words: string, attachments: readonly Attachment[]): Promise<void> {
  const sent = { text: words, attachments, mode: 'policy' } as const
  world.runtime.dispatch(
    { type: 'userMessage', messageId: words as MessageId, ...sent },
    (answer) => expect(answer).toEqual({ type: 'accepted' }),
  )
  await world.time.settle()
  while (!isResting(world.state)) {
    await setImmediate()
    await world.time.settle()
  }
}

const imagesIn = (body: unknown): number => JSON.stringify(body).split('base64').length - 1

test.each(['anthropic', 'openai'] as const)(
  'R21 no image poisons a conversation with %s: every file becomes a card or a copy that it accepts, and one that it still refuses is a placeholder in the very next request',
  async (kind) => {
    const provider = PROVIDERS[kind]
    const world = worldOf(provider)
    for (const [hash, bytes] of blobs.blobs) world.blobs.blobs.set(hash, bytes)
    expect([others.length, copies.length]).toEqual([refused.length, shown.length])

    for (let from = 0; from < copies.length; from += MAX_ATTACHMENTS) {
      server().enqueue(provider.say('Seen.'))
      await say(world, `Look ${from}`, copies.slice(from, from + MAX_ATTACHMENTS))
      expect(world.state).toEqual({ type: 'idle', unfinished: null })
    }
    const all = server().requests.at(-1)?.body
    expect(imagesIn(all)).toBe(copies.length)
    expect(JSON.stringify(all).length).toBeLessThanOrEqual(MAX_REQUEST_BYTES)

    const before = server().requests.length
    const last = await attach(world.blobs, 'last.png', await plain(9, 9).png().toBuffer())
    if (last.type === 'refused') throw new Error(last.reason)
    server().enqueue(provider.refuse(), provider.say('I see the others.'))
    await say(world, 'And this?', [last.attachment])
    expect(world.transcript.at(-1)).toBe('agent: I see the others.')
    expect(server().requests.length - before).toBe(2)
    const retried = server().requests.at(-1)?.body
    expect(imagesIn(retried)).toBe(copies.length)
    expect(JSON.stringify(retried)).toContain(
      '[image last.png left out: the model could not take it]',
    )
  },
)
