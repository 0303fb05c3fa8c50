import { expect, test } from 'vitest'
import { FAMILY_NAMES, keepThePrefix, leadThroughAll } from './fakes/family-lives.ts'

test.each(FAMILY_NAMES)(
  'a conversation with %s goes on through more than 30 rounds, a restart, Stop, another model and back, a rewind and a summary',
  async (name) => {
    expect(await leadThroughAll(name, 20)).toBeGreaterThan(30)
  },
)

test.each(FAMILY_NAMES)(
  'each of 50 rounds with %s, and the request for a summary, begins with every byte of the one before',
  async (name) => keepThePrefix(name, 50),
)
