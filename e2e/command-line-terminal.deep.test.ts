import { spawn } from '@lydell/node-pty'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CommandScene } from './command-scene.ts'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { expectNone, uniqueSleep } from './support/unique-sleep.ts'

const PROGRAM = join(import.meta.dirname, '../out/main/command-line.js')
const scene = CommandScene.forEach()

/** `phoenix` on a terminal, and what that shows. */
function onTerminal(args: readonly string[]) {
  const terminal = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: freshFolder('folder'),
    env: {
      ...process.env,
      ...scene.environment,
      PHOENIX_TITLES: 'off',
      PHOENIX_DATA_DIR: scene.dataFolder,
      XDG_CACHE_HOME: `${scene.dataFolder}-cache`,
    },
  })
  const shown: string[] = []
  terminal.onData((data) => void shown.push(data))
  const left = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => resolve(exitCode))
  })
  const isGone = (): void => (terminal as unknown as { destroy(): void }).destroy()
  const type = (keys: string): void => terminal.write(keys)
  return { isGone, left, shown: () => shown.join(''), type }
}

test.runIf(process.platform !== 'win32')(
  'Ctrl+D at a question leaves it and every later one unanswered, and neither the person nor the agent is told that there is no terminal',
  async () => {
    scene.model.enqueue(
      message([call('ask_user', { question: 'Which?' })]),
      message([bash('echo no')]),
      message([text('Then not.')]),
    )
    const { left, shown, type } = onTerminal(['run', 'Go', '--permissions', 'ask'])
    await expect.poll(shown, { timeout: 20_000 }).toContain('Your answer')
    type('\u0004')
    expect(await left).toBe(3)
    expect(shown()).toContain('Left unanswered: the input has ended.')
    expect(shown()).toContain('Denied: the input has ended.')
    expect(shown()).not.toContain('nobody is here')
    const told = JSON.stringify(scene.model.requests.at(-1)?.body)
    expect(told).toContain('The user ended the input of the terminal')
    expect(told).not.toContain('without a terminal')
  },
)

test.runIf(process.platform === 'linux').each(['an approval', 'an answer', 'a call'])(
  'a terminal that goes away at %s ends the turn like a hang-up, with its code, and nothing is left running',
  async (when) => {
    const sleep = uniqueSleep()
    const answer = stallAfter(message([text('The answer goes on for ever', 4)]), 5)
    scene.model.enqueue(when === 'an answer' ? answer : message([bash(sleep)]))
    const mode = when === 'an approval' ? 'ask' : 'auto'
    const { isGone, left, shown } = onTerminal(['run', 'Go', '--permissions', mode])
    const words = { 'an approval': 'Allow it?', 'an answer': 'The ', 'a call': `bash: ${sleep}` }
    await expect.poll(shown, { timeout: 20_000 }).toContain(words[when as keyof typeof words])
    isGone()
    expect(await left).toBe(129)
    await expectNone(sleep)
  },
)
