import { test } from 'vitest'
import { checkRandomLives } from '../fakes/check-random-lives.ts'

// covers P-6
test('P-6: in 1,000 lives every change of state is on disk before anyone sees it, and nothing is lost', async () => {
  await checkRandomLives(1_000)
})
