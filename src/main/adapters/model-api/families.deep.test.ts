import { expect, test } from 'vitest'
import { LIFE_ROUNDS, PREFIX_ROUNDS } from './fakes/counted-cases.ts'
import { FAMILY_NAMES, checkPrefixKept, exerciseFamily } from './fakes/family-conversations.ts'

test.each(FAMILY_NAMES)(
  `a conversation with %s continues through more than ${LIFE_ROUNDS} rounds, a restart, Stop, another model and back, a rewind, a fork and a summary`,
  async (name) => {
    expect(await exerciseFamily(name, 20)).toBeGreaterThan(LIFE_ROUNDS)
  },
)

test.each(FAMILY_NAMES)(
  `each of ${PREFIX_ROUNDS} rounds with %s, even after an edit of AGENTS.md, and the request for a summary, begins with every byte of the previous one`,
  async (name) => checkPrefixKept(name, PREFIX_ROUNDS),
)
