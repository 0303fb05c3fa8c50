import { expect, test } from 'vitest'
import { FAMILY_NAMES, checkPrefixKept, exerciseFamily } from './fakes/family-conversations.ts'

// The long version is in families.deep.test.ts.
test.each(FAMILY_NAMES)(
  'a conversation with %s continues through a restart, Stop, another model and back, a rewind, a fork and a summary, and learns from each refusal',
  async (name) => {
    expect(await exerciseFamily(name, 2)).toBeGreaterThan(20)
  },
)

test.each(FAMILY_NAMES)(
  'each round with %s, even after an edit of AGENTS.md, and the request for a summary, begins with every byte of the previous one',
  async (name) => checkPrefixKept(name, 4),
)
