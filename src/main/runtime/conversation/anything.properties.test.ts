import { test } from 'vitest'
import { liveThroughAnything } from '../fakes/anything.ts'

// covers R5-16 R5-28 R5-36 E-00
test('whatever people, models, tools and the disk do, a conversation comes to rest with nothing lost', async () => {
  await liveThroughAnything(150)
})
