import { expect, test } from 'vitest'
import { closeAll } from './close-all.ts'

test('a part that cannot be closed is logged, and the others still close', async () => {
  const closed: string[] = []
  const logged: unknown[] = []
  await closeAll({ warn: (_what, facts) => logged.push(facts) }, [
    () => {
      throw new Error('thrown')
    },
    () => Promise.reject(new Error('rejected')),
    async () => {
      await Promise.resolve()
      closed.push('later')
    },
    () => closed.push('at once'),
  ])
  expect(closed).toEqual(['at once', 'later'])
  expect(logged).toEqual([{ error: 'Error: thrown' }, { error: 'Error: rejected' }])
})
