import { expect, test } from 'vitest'
import { FAMILY_NAMES, keepThePrefix, leadThroughAll } from './fakes/family-lives.ts'

// The long version is in families.deep.test.ts.
test.each(FAMILY_NAMES)(
  'a conversation with %s continues through a restart, Stop, another model and back, a rewind, a fork and a summary, and learns from each refusal',
  async (name) => {
    expect(await leadThroughAll(name, 2)).toBeGreaterThan(20)
  },
)

test.each(FAMILY_NAMES)(
  'each round with %s, even after an edit of AGENTS.md, and the request for a summary, begins with every byte of the previous one',
  async (name) => keepThePrefix(name, 4),
)
