import { expect, test } from 'vitest'
import { createMcpRig, textOf, unruly } from './mcp-rig.fixture.ts'
import { TIMING, ECHO, SLACK_MS } from './unruly-servers.fixture.ts'

/** Ways never to answer: each ends at the limit of its call. */
const NEVER_ANSWERED = [
  'hang-in-call',
  'block-in-call',
  'wrong-id',
  'invalid-json',
  'ignore-cancel',
]

test('a call that is never answered ends at its limit', async () => {
  const own = NEVER_ANSWERED.map((mode) => [mode, { ...unruly(mode), timeout: 1_000 }] as const)
  await using bench = createMcpRig(Object.fromEntries(own), { timing: { startMs: 20_000 } })
  await bench.ready()
  const ends = NEVER_ANSWERED.map(async (mode) => {
    const startedAt = performance.now()
    const result = await bench.call(`mcp__${mode}__echo`)
    expect(result.outcome, mode).toBe('timedOut')
    expect(textOf(result)).toMatch(/did not answer within 1 s/)
    expect(performance.now() - startedAt).toBeLessThan(1_000 + SLACK_MS)
  })
  await Promise.all(ends)
}, 60_000)

test('tools that change while they are listed are listed again', async () => {
  await using bench = createMcpRig({ u: unruly('changes-in-list') }, { timing: TIMING })
  await bench.ready()
  const listed = (): string => bench.tools.specs(bench.user)[0]?.description ?? ''
  expect(listed()).toContain('Version 1.')
  expect((await bench.call(ECHO)).outcome).toBe('ok')
  await expect.poll(listed, { timeout: 8_000 }).toContain('Version 3.')
})
