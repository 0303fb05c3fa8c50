import { expect, onTestFinished, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import { callAcpx, setUpAcp } from './support/acp-client.ts'
import { freshFolder } from './support/host.ts'
import { processesWith } from './support/processes.ts'

const acp = setUpAcp()

test('acpx, an independent client, cancels a prompt, and resumes its session in another process', async () => {
  const { cwd, dataFolder, environment, model } = acp()
  const client = { cwd, dataFolder, environment, home: freshFolder('home') }
  const acpx = (...words: readonly string[]): Promise<string> => callAcpx(client, ...words)
  // Ends the process that acpx keeps for its session in any case.
  onTestFinished(async () => void (await acpx('sessions', 'close').catch(() => '')))
  await acpx('sessions', 'new')
  model.enqueue(stallAfter(message([text('An answer without an end')]), 4))
  const asked = acpx('--ttl', '1', 'prompt', 'The first words')
  await model.waitForRequest(1)
  await acpx('cancel')
  expect(await asked).toContain('"cancelled"')
  await expect.poll(() => processesWith(dataFolder), { timeout: 20_000 }).toEqual([])

  model.enqueue(message([text('I remember.')]))
  const again = await acpx('--ttl', '1', 'prompt', 'Do you remember?')
  expect(again).toContain('I remember.')
  expect(again).toContain('"end_turn"')
  const sent = JSON.stringify(model.requests.at(-1))
  expect(sent).toContain('The first words')
  expect(sent).toContain('Do you remember?')
})
