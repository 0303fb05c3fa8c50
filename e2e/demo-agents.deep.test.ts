import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { describeInBrowser } from './setup.ts'

describeInBrowser('the demo, without a key', (scene) => {
  test('starts two agents, which run real commands and hand in what they found', async () => {
    const { folder } = scene()
    writeFileSync(join(folder, 'a-file-to-be-found.txt'), '')
    const { app } = await scene().conversation({ environment: { ANTHROPIC_API_KEY: '' } })
    await app.send('Ask two agents to look at this folder')
    const answer = app.answers.filter({ hasText: 'Both agents are done' })
    await answer.getByText('a-file-to-be-found.txt').first().waitFor()
    await answer.getByText('not a git repository').first().waitFor()
    await app.expectStatus('Idle')
  })
})
