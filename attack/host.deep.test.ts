import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../e2e/fake-model-server/fake-model-server.ts'
import { bash, text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/support/host.ts'
import { isAtRest } from '../src/shared/conversation/state-view.ts'
import { hasSandbox } from '../src/main/adapters/sandbox/sandbox.fixture.ts'

/**
 * Attacks on the host: each line says what was tried, how often, and what held. All of them need the built program (npm
 * run build), and the sandbox where stated.
 */

/**
 * Commands in .git that once made the guard's removal throw, which ended the host with exit code 1. The
 * sandbox now keeps a commondir from being made at all; each command says so.
 */
const IN_GIT = [
  ['a commondir in a .git that is made read-only', 'mkdir .git/commondir; chmod a-w .git'],
  [
    'a commondir that is filled while it is removed',
    'mkdir .git/commondir; end=$((SECONDS+2)); i=0; while [ $SECONDS -lt $end ]; do mkdir -p .git/commondir/$((i+=1)); done 2>/dev/null',
  ],
  [
    'a commondir that is read-only itself',
    'mkdir -p .git/commondir/a/b; chmod -R a-w .git/commondir',
  ],
] as const

async function hostWith(
  model: FakeModelServer,
  added: Readonly<Record<string, string>> = {},
): Promise<Host> {
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url, ...added }
  const host = await Host.start({ environment })
  onTestFinished(() => host.stop())
  return host
}

function projectWithGit(): string {
  const folder = freshFolder('attacked')
  mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Sends a message in a new conversation; returns the state in which it comes to rest. */
async function sent(client: BenchClient, folder: string): Promise<string> {
  const id = await client.newConversation(folder)
  const rests = client.next(
    'conversation.stepped',
    ({ conversationId, state }) => conversationId === id && isAtRest(state),
  )
  await client.send(id, 'Go')
  return (await rests).state.type
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Throws errors outside any handler, one kind after another with each SIGUSR2: bugs of ours or of a library. */
const THROWING = `
  import { EventEmitter } from 'node:events'
  const throwing = () => { throw new Error('from nowhere') }
  const kinds = [
    () => setTimeout(throwing), () => setImmediate(throwing), () => queueMicrotask(throwing),
    () => void Promise.reject(new Error('from nowhere')), throwing,
    () => new EventEmitter().emit('error', new Error('from nowhere')),
  ]
  let count = 0
  process.on('SIGUSR2', () => kinds[count++ % kinds.length]())
`
const ERRORS = 30

/** How many of them its log names. */
function caughtBy({ dataFolder }: Host): number {
  const log = join(dataFolder, 'log/phoenix.log')
  if (!existsSync(log)) return 0
  const lines = readFileSync(log, 'utf8').split('\n')
  return lines.filter(
    (line) => line.includes('a fault was caught') && line.includes('from nowhere'),
  ).length
}

test(`unexpected errors never end the host, ${ERRORS} times, and the client is notified`, async () => {
  const model = await startFakeModelServer()
  onTestFinished(() => model.close())
  const importing = `--import=data:text/javascript,${encodeURIComponent(THROWING)}`
  const host = await hostWith(model, { NODE_OPTIONS: importing })
  const client = await BenchClient.connect(host.address)
  await client.request('app.open', {})
  const told = client.next('host.faulted')
  for (let error = 1; error <= ERRORS; error++) {
    process.kill(host.pid, 'SIGUSR2')
    await expect.poll(() => caughtBy(host)).toBe(error)
    await client.request('app.open', {})
  }
  expect((await told).message).toContain('keeps running')
  model.enqueue(message([text('Still here.')]))
  expect(await sent(client, freshFolder('attacked'))).toBe('idle')
  expect(isAlive(host.pid)).toBe(true)
})

/** In words that its own text does not contain. */
const SAYS = '; [ -d .git/commondir ] || echo "none could be "made'

describe.runIf(hasSandbox)('a sandboxed command', () => {
  test.for(IN_GIT)(
    'makes none and ends no host, 3 times: %s',
    { timeout: 120_000 },
    async ([, command]) => {
      const model = await startFakeModelServer()
      onTestFinished(() => model.close())
      const host = await hostWith(model)
      const client = await BenchClient.connect(host.address)
      for (let time = 0; time < 3; time++) {
        model.enqueue(message([bash(command + SAYS)]), message([text('Done.')]))
        expect(await sent(client, projectWithGit())).toBe('idle')
        expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('none could be made')
        expect(isAlive(host.pid)).toBe(true)
      }
      model.enqueue(message([text('Still here.')]))
      expect(await sent(client, projectWithGit())).toBe('idle')
    },
  )
})
