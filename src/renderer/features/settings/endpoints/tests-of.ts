import { onDestroy } from 'svelte'
import { TestId } from '../../../../shared/ids.ts'
import type { Client } from '../../../../client/client.ts'

/**
 * Returns a function that tests endpoints for a component. Tests can take minutes; they end with the component. Call
 * this while the component is being created.
 */
export function testsOf(
  client: Pick<Client, 'request'>,
): <Answer>(ask: (testId: TestId) => Promise<Answer>) => Promise<Answer> {
  const running = new Set<TestId>()
  onDestroy(() => {
    for (const testId of running) void client.request('test.stop', { testId })
  })
  return async (ask) => {
    const testId = TestId.parse(crypto.randomUUID())
    running.add(testId)
    const answer = await ask(testId)
    running.delete(testId)
    return answer
  }
}
