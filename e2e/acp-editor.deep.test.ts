import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpAcp } from './support/acp-client.ts'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { NO_SANDBOX, expectNone, uniqueSleep } from './support/unique-sleep.ts'

const acp = setUpAcp()

function sent(request: number): string {
  return JSON.stringify(acp().model.requests[request]?.body['messages'])
}

const READ = call('read_file', { path: 'a.txt' })
const EDIT = call('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' })

test('what is not saved in the editor reaches the model, and the file is not changed behind it until it is saved', async () => {
  const path = join(acp().cwd, 'a.txt')
  writeFileSync(path, 'one\n')
  let buffer = 'one\nand a line that is only in the editor\n'
  const asked: string[] = []
  const client = await acp().editor({
    held: (file) => {
      asked.push(file)
      return buffer
    },
  })
  const sessionId = await client.newAutoSession(acp().cwd)
  acp().model.enqueue(message([READ]), message([EDIT]), message([text('Please save.')]))
  expect(await client.prompt(sessionId, 'Go')).toEqual({ stopReason: 'end_turn' })
  expect(sent(1)).toContain('only in the editor')
  expect(sent(2)).toContain('Ask the user to save')
  expect(readFileSync(path, 'utf8')).toBe('one\n')

  writeFileSync(path, buffer)
  acp().model.enqueue(message([EDIT]), message([text('Done.')]))
  await client.prompt(sessionId, 'Saved')
  buffer = buffer.replace('one', 'two')
  expect(readFileSync(path, 'utf8')).toBe(buffer)
  expect(new Set(asked)).toEqual(new Set([path]))
})

test('a cancel ends a prompt whose tool waits for the editor, long before its deadline', async () => {
  writeFileSync(join(acp().cwd, 'a.txt'), 'one\n')
  let asked = 0
  const client = await acp().editor({
    held: () => {
      asked += 1
      return new Promise(() => undefined)
    },
  })
  const { sessionId } = await client.newSession(acp().cwd)
  acp().model.enqueue(message([READ]))
  const prompt = client.prompt(sessionId, 'Go')
  await expect.poll(() => asked, { interval: 5 }).toBe(1)
  const from = performance.now()
  await client.cancel(sessionId)
  expect(await prompt).toEqual({ stopReason: 'cancelled' })
  expect(performance.now() - from).toBeLessThan(1_000)
})

test('what a command prints is seen while it runs, and a flood of it stays small', async () => {
  Object.assign(acp().environment, NO_SANDBOX)
  const client = await acp().editor()
  const sessionId = await client.newAutoSession(acp().cwd)
  const sleep = uniqueSleep()
  acp().model.enqueue(message([bash(`echo it has begun; ${sleep}`)]))
  const prompt = client.prompt(sessionId, 'Go')
  const live = (): string =>
    JSON.stringify(client.of('tool_call_update').map((each) => each.content))
  await expect.poll(live).toContain('it has begun')
  expect(client.of('tool_call_update').map(({ status }) => status)).not.toContain('completed')
  await client.cancel(sessionId)
  expect(await prompt).toEqual({ stopReason: 'cancelled' })
  await expectNone(sleep)

  client.updates.length = 0
  acp().model.enqueue(
    message([bash('yes | head -c 20000000; echo; echo the end')]),
    message([text('Much.')]),
  )
  expect(await client.prompt(sessionId, 'Flood')).toEqual({ stopReason: 'end_turn' })
  const sizes = client.of('tool_call_update').map((each) => JSON.stringify(each).length)
  expect(Math.max(...sizes)).toBeLessThan(100_000)
  expect(client.of('tool_call_update').at(-1)?.status).toBe('completed')
  expect(live()).toContain('the end')
})
