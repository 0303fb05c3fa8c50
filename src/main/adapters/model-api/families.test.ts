import { expect, test } from 'vitest'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { checkPrefixKept, exerciseFamily } from './fakes/family-conversations.ts'

// The long version, with every family, is in families.deep.test.ts. These speak the APIs of the four adapters.
const SOME = ['anthropic', 'openai', 'geminiNative', 'deepSeek'] as const

test.each(oneOfEvery(2, SOME))(
  'a conversation with %s continues through a restart, Stop, another model and back, a rewind, a fork and a summary, and learns from each refusal',
  async (name) => {
    expect(await exerciseFamily(name, 2)).toBeGreaterThan(20)
  },
)

test.each(oneOfEvery(2, SOME))(
  'each round with %s, even after an edit of AGENTS.md, and the request for a summary, begins with every byte of the previous one',
  async (name) => checkPrefixKept(name, 4),
)
