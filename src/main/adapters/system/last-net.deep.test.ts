import { expect, test } from 'vitest'
import { KINDS, run } from './last-net.fixture.ts'

test.for(KINDS)('without the last net it would end: %s', (kind) => {
  const { status, stderr } = run('bare', kind)
  expect(status).toBe(1)
  expect(stderr).toMatch(kind === 'unheard' ? /ENOENT/ : `broken in ${kind}`)
})
