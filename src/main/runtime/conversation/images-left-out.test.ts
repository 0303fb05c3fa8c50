import { expect, test } from 'vitest'
import { imagesIn } from '../../core/request/image-budget.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { World } from '../fakes/world.ts'

test('T41 images in tool results reach the model; when a request has no room for them any more, the log says so once', async () => {
  const world = new World()
  await world.send('Look at all of them')
  const shown: number[] = []
  const told: number[] = []
  for (let round = 0; round < 9; round++) {
    world.model.last.callBash(`show ${round}`)
    await world.time.settle()
    world.tools.last.show(testAttachment(`${round}.png`, { bytes: 3_000_000 }))
    await world.time.settle()
    const { messages } = world.model.last.call.request
    shown.push(messages.flatMap(({ blocks }) => imagesIn(blocks)).length)
    told.push(world.warnings.length)
  }
  expect(shown).toEqual([1, 2, 3, 4, 5, 6, 3, 4, 5])
  expect(told).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1])
  expect(world.warnings[0]).toMatch(/^older images or documents were left out of a request/)
  const sent = JSON.stringify(world.model.last.call.request)
  expect(sent).toContain('[image 3.png left out: request budget]')
})
