import { textsOf } from '../../src/shared/messages/content.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import { InProcessApp } from './in-process-app.ts'
import { currentMoment, type Elapsed, elapsedSince } from './delivery-thread.ts'

const CYCLES = 200
const LANES = 4

/** Row 7: a tool is cancelled, the next message is sent at once, and its tool must not be affected. */
const app = await InProcessApp.start(process.env)
const waits: Elapsed[] = []
const results: string[] = []
const expected: string[] = []

async function cycleOver(conversation: ConversationId): Promise<void> {
  while (expected.length < CYCLES) {
    const cycle = expected.push(`ok ${expected.length}`) - 1
    const running = app.step(conversation, ({ state }) => state.type === 'toolExecuting')
    await app.send(conversation, 'tool')
    await running
    const rested = app.untilIdle(conversation).then(currentMoment)
    await app.cancelAfter(conversation, Math.random() * 10)
    const restedAt = await rested
    const asked = app
      .step(conversation, ({ state }) => state.type === 'llmRequesting')
      .then(() => waits.push(elapsedSince(restedAt)))
    const done = app.untilIdle(conversation)
    const closed = app.step(conversation, ({ messages }) =>
      messages.some(({ content }) => content.type === 'tool'),
    )
    await app.send(conversation, `echo ${cycle}`)
    for (const { content } of (await closed).messages) {
      if (content.type !== 'tool') continue
      results.push(`${content.outcome} ${textsOf(content.content)[0]?.split('\n')[0] ?? ''}`)
    }
    await Promise.all([asked, done])
  }
}
await Promise.all(Array.from({ length: LANES }, async () => cycleOver(await app.newConversation())))
await app.handIn({ waits, results, expected })
