import { test } from 'vitest'
import { checkRandomLives } from '../fakes/check-random-lives.ts'

// covers R5-16 R5-28 R5-36 E-00
test('whatever people, models, tools and the disk do, a conversation comes to rest with nothing lost', async () => {
  await checkRandomLives(40)
})
