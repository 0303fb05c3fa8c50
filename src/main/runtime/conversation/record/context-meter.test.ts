import { expect, test } from 'vitest'
import { BlobHash } from '../../../../shared/ids.ts'
import type { Provider } from '../../../../shared/conversation/turn.ts'
import { place, user } from '../../../core/testing/test-messages.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import { ContextMeter } from './context-meter.ts'

test('goes over the history again only for a new message, other instructions or another provider', () => {
  const meter = new ContextMeter()
  const context = testContext()
  const provider: Provider = context.primary
  const messages = [...place([user('one')])]
  const first = meter.use(messages, context, provider)
  expect(meter.use(messages, { ...context }, provider)).toBe(first)

  messages.push(...place([user('two, and longer than the first')]))
  const second = meter.use(messages, context, provider)
  expect(second.usedTokens).toBeGreaterThan(first.usedTokens)
  expect(meter.use([...place([user('one')])], context, provider)).toEqual(first)

  const limits = { ...provider.limits, contextTokens: 7 }
  expect(meter.use(messages, context, { ...provider, limits }).limitTokens).toBe(7)
  const instructed = {
    instructions: { name: 'AGENTS.md' as const, blob: HASH, bytes: 35_000, isCut: false },
  }
  expect(meter.use(messages, instructed, provider).usedTokens).toBeGreaterThan(10_000)
})

const HASH = BlobHash.parse('0'.repeat(64))
