import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anyText } from '../../../shared/testing/any-text.ts'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { ofBytes } from '../../../../e2e/fake-model-server/replies.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import { agent, call, user } from '../../core/testing/test-messages.ts'
import { append, ID, withConversation } from '../../runtime/fakes/contracts/store-samples.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { type Packed, unpackText } from '../sqlite/history/packed.ts'
import { freshFile, opened } from '../sqlite/temporary.fixture.ts'
import { buildParams } from './build-params.ts'
import { ask, modelAt } from './fakes/anthropic-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

const golden = (name: string): string =>
  readFileSync(new URL(`./golden/${name}`, import.meta.url), 'utf8')

const PROVIDER = { model: 'm', limits: { contextTokens: 200_000, outputTokens: 8_000 } }
const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }

let count = 0

/** Stores a user message and the reply to it. */
function store(to: Store, blocks: readonly Block[]): void {
  const contents = [user('Hello'), agent(...blocks)]
  const messages = contents.map((content) => ({
    id: `m${count++}` as MessageId,
    at: 5,
    content,
  }))
  expect(append(to, { messages }).ok).toBe(true)
}

/** The thinking of the last reply in the next request, in the provider's format. */
function sentOf(history: readonly Message[]): readonly string[] {
  const { messages } = buildParams(
    { request: buildRequest(history, FRAME), provider: PROVIDER, effort: 'auto' },
    () => null,
  )
  const content = messages.findLast(({ role }) => role === 'assistant')?.content ?? []
  const blocks = typeof content === 'string' ? [] : content
  return blocks
    .filter(({ type }) => type === 'thinking' || type === 'redacted_thinking')
    .map((block) => JSON.stringify(block))
}

test.each(['thinking', 'interleaved', 'redacted'])(
  'row 18 thinking in %s is sent back as received, after the database and a restart',
  async (name) => {
    server().enqueue(ofBytes([Buffer.from(golden(`${name}.sse`))]))
    const { outcome } = await ask(modelAt(server().url))
    if (outcome.type !== 'responded') throw new Error(outcome.detail)
    const file = freshFile()
    const first = opened(file)
    store(withConversation(first.store), outcome.blocks)
    first.db.close()
    const again = opened(file)
    expect(sentOf(again.store.history(ID))).toEqual(golden(`${name}.sent`).trim().split('\n'))
    again.db.close()
  },
)

// covers D-60
test('row 18 the stored JSON text of any thinking is the one that is sent', () => {
  const { db, store: disk } = opened()
  withConversation(disk)
  const words = anyText({ maxLength: 40 })
  const thinking = fc.oneof(
    fc.record({ type: fc.constant('thinking' as const), text: words, signature: words }),
    fc.record({ type: fc.constant('redactedThinking' as const), data: words }),
  )
  const lastStored = db.prepare('SELECT content FROM messages ORDER BY seq DESC LIMIT 1').pluck()
  fc.assert(
    fc.property(fc.array(thinking, { minLength: 1, maxLength: 4 }), (thoughts) => {
      store(disk, [...thoughts, call(`call_${count}`)])
      const stored = unpackText(lastStored.get() as Packed)
      const texts = thoughts.flatMap((each) =>
        each.type === 'thinking' ? [each.text, each.signature] : [each.data],
      )
      const sent = sentOf(disk.history(ID).slice(-2)).join()
      for (const text of texts.map((each) => JSON.stringify(each))) {
        expect(stored).toContain(text)
        expect(sent).toContain(text)
      }
    }),
    { numRuns: byTier(50, 200) },
  )
  db.close()
})
