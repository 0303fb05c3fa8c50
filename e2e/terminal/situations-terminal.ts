import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { text } from '../fake-model-server/parts.ts'
import { message } from '../fake-model-server/replies.ts'
import type { Scene } from '../scene.ts'
import { PLAIN_SHELL, Terminal } from './terminal.ts'
import { DESKTOP, LOW, type Situation, SMALL } from '../situations/situation.ts'

/** A person's own terminal, below the conversation. */
export const TERMINAL_SITUATIONS: readonly Situation[] = [
  { name: 'terminal', size: DESKTOP, colours: 'light', arrange: working },
  { name: 'dark-terminal', size: DESKTOP, colours: 'dark', arrange: working },
  { name: 'narrow-terminal', size: SMALL, colours: 'light', arrange: working },
  { name: 'low-terminal', size: LOW, colours: 'dark', arrange: working },
  { name: 'contrast-terminal', size: DESKTOP, colours: 'dark', arrange: inContrast },
  { name: 'terminal-selected', size: DESKTOP, colours: 'light', arrange: selected },
  { name: 'terminal-find', size: DESKTOP, colours: 'light', arrange: finding },
  { name: 'dark-terminal-find', size: DESKTOP, colours: 'dark', arrange: finding },
  { name: 'terminal-shown-to-agent', size: DESKTOP, colours: 'light', arrange: shown },
  { name: 'terminal-ended', size: DESKTOP, colours: 'light', arrange: ended },
  { name: 'terminal-read-aloud', size: DESKTOP, colours: 'light', arrange: readAloud },
]

/** A typical test run. */
const TESTS = [
  String.raw`printf '\n \e[1m\e[46m\e[30m RUN \e[0m v5.1.1\n\n'`,
  String.raw`printf ' \e[32m\xe2\x9c\x93\e[0m src/cart.test.ts \e[2m(12 tests)\e[0m \e[33m312ms\e[0m\n'`,
  String.raw`printf ' \e[31m\xe2\x9d\xaf\e[0m src/server.test.ts \e[2m(4 tests | \e[31m1 failed\e[39m)\e[0m 48ms\n'`,
  String.raw`printf '   \e[31m\xc3\x97 listens on the port it is given\e[0m\n'`,
  String.raw`printf '     \xe2\x86\x92 src/server.ts:12:9 expected 5173 to be 8080\n\n'`,
  String.raw`printf ' \e[2mTests\e[0m  \e[31m1 failed\e[0m \e[2m|\e[0m \e[32m15 passed\e[0m \e[90m(16)\e[0m\n\n'`,
  String.raw`for c in 0 1 2 3 4 5 6 7; do printf "\e[3$c""m plain \e[9$c""m bright \e[0m"; done; echo`,
].join('\n')

async function working(scene: Scene): Promise<App> {
  const { folder, model } = scene
  writeFileSync(join(folder, 'test.sh'), TESTS)
  model.enqueue(message([text('The server listens on the port from its settings now.')]))
  const { app } = await scene.conversation({
    own: true,
    environment: { ...PLAIN_SHELL, HOME: folder, PROMPT_COMMAND: "PS1='login $ '" },
  })
  await app.send('Let the server take its port from the settings')
  await app.answers.filter({ hasText: 'listens on the port' }).waitFor()
  const terminal = await Terminal.open(app)
  await terminal.run('bash test.sh', /15 passed/)
  await app.button('New terminal').click()
  await terminal.expect(/^login \$ *$/)
  await terminal.tabs.first().click()
  await terminal.expect(/15 passed/)
  return app
}

async function inContrast(scene: Scene): Promise<App> {
  const app = await working(scene)
  await app.page.evaluate("document.documentElement.dataset.contrast = 'more'")
  return app
}

async function selected(scene: Scene): Promise<App> {
  const app = await working(scene)
  const { panel } = new Terminal(app)
  const line = await panel.getByText('listens on the port it is given').boundingBox()
  const { x = 0, y = 0 } = line ?? {}
  await app.page.mouse.click(x + 20, y + 8, { clickCount: 3 })
  await panel.getByTitle('Puts what is selected into your next message').waitFor()
  return app
}

async function shown(scene: Scene): Promise<App> {
  const app = await working(scene)
  await app.button('Show to the agent').click()
  await app.page.getByRole('list', { name: 'Attachments' }).getByText('Terminal.txt').waitFor()
  return app
}

async function finding(scene: Scene): Promise<App> {
  const app = await working(scene)
  await app.button('More terminal actions').click()
  await app.button('Find in the terminal').click()
  const search = app.page.getByRole('search', { name: 'Find in the terminal' })
  await search.getByRole('textbox').fill('port')
  await search.getByText(/ of \d/).waitFor()
  return app
}

async function ended(scene: Scene): Promise<App> {
  const app = await working(scene)
  const terminal = new Terminal(app)
  await terminal.type('exit 3\n')
  await terminal.panel.getByText('The shell exited with code 3.').waitFor()
  return app
}

async function readAloud(scene: Scene): Promise<App> {
  const app = await working(scene)
  await app.button('More terminal actions').click()
  await app.button('Turn on screen reader mode').click()
  return app
}
