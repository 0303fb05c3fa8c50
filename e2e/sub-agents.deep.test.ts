import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byConversation } from './fake-model-server/by-conversation.ts'
import { bash, spawn, submit, text } from './fake-model-server/parts.ts'
import { late, message, SILENCE } from './fake-model-server/replies.ts'
import type { Reply } from './fake-model-server/reply.ts'
import { processesWith } from './support/processes.ts'
import { isFocused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

let count = 0
const uniqueSleep = (): string => `sleep 2000.${process.pid}${++count}`

/** A command that prints and then waits for the test's signal. */
const UNTIL_GO = 'echo begun; until [ -f go ]; do sleep 0.05; done; echo gone'
const SOURCES = 'Read the sources'
const DOCS = 'Read the docs'
const TESTS = 'Read the tests'

/** A command with a child and a grandchild in its own session. */
const treeOf = (sleep: string): string => `echo begun; (setsid ${sleep} &); ${sleep} & ${sleep}`

/** Asks later than those that ask at once: the first one to ask is on the screen first. */
const askLater = (command: string): Reply => late(message([bash(command)]), 500)

/** Runs in the page. */
function hasFocus(card: Element): boolean {
  return card.contains(document.activeElement)
}

/** Runs in the page: presses a button of the card; false if there is no card. */
function press(name: string): boolean {
  const card = document.querySelector('[aria-label="Needs your approval"]')
  const buttons = [...(card?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent.trim() === name)?.click()
  return card !== null
}

/** Runs in the page: allows the call at the moment the card shows these words. */
function allowAtOnce(words: string): void {
  const observer = new MutationObserver(() => {
    const card = document.querySelector('[aria-label="Needs your approval"]')
    if (card?.textContent.includes(words) !== true) return
    observer.disconnect()
    const buttons = [...card.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent.trim() === 'Allow once')?.click()
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
}

describeInBrowser('sub-agents', (scene) => {
  const made = (name: string): boolean => existsSync(join(scene().folder, name))
  const go = (): void => writeFileSync(join(scene().folder, 'go'), '')

  test('R9 two at once: the result of one shows while the other works, whose transcript is live', async () => {
    const { model } = scene()
    model.respond(
      byConversation({
        'Split it': [message([spawn(SOURCES, DOCS)]), message([text('Both have answered.')])],
        [SOURCES]: [message([submit('Three files name it.')])],
        [DOCS]: [
          message([text('I wait for a file.'), bash(UNTIL_GO)]),
          message([submit('The docs are silent.')]),
        ],
      }),
    )
    const { app } = await scene().conversation({ own: true })
    await app.send('Split it')
    await app.subAgent(SOURCES).filter({ hasText: 'Three files name it.' }).waitFor()
    await app.expectStatus(/^2 sub-agents, 1 done, \d+ s$/)
    await app.conversations.filter({ hasText: 'Sub-agents' }).waitFor()
    expect(await app.conversations.count()).toBe(1)

    await app
      .subAgent(DOCS)
      .filter({ hasText: /Running echo begun.* left ?120 tokens · under \$0\.01/ })
      .waitFor()
    await app.subAgent(DOCS).getByRole('button', { name: DOCS }).click()
    const transcript = app.page.getByRole('region', { name: `Transcript of ${DOCS}` })
    await transcript.getByText('I wait for a file.').waitFor()
    await transcript
      .getByRole('group', { name: /^(Run|Ran) / })
      .filter({ hasText: 'begun' })
      .waitFor()
    go()
    await app.answers.filter({ hasText: 'Both have answered.' }).waitFor()
    await app.expectStatus('Idle')
    await app.answers.getByText(/^600 tokens .* including 360 tokens by sub-agents$/).waitFor()
    const results = JSON.stringify(model.requests.at(-1)?.body)
    expect(results.indexOf('Three files name it.')).toBeLessThan(
      results.indexOf('The docs are silent.'),
    )
    expect(results).toContain('Three files name it.')

    await app.page.reload()
    await app.conversations.first().click()
    await app.tool('spawn_agents').locator('summary').first().click()
    await app.subAgent(DOCS).filter({ hasText: 'The docs are silent.' }).waitFor()
    await app.subAgent(DOCS).getByText('240 tokens · under $0.01').waitFor()
    await app.subAgent(DOCS).getByRole('button', { name: DOCS }).click()
    await transcript.getByText('I wait for a file.').waitFor()
    expect(model.complaints).toEqual([])
  })

  test("a sub-agent's file changes can be undone from the turn, which shows their number; without changes nothing is offered", async () => {
    const { model } = scene()
    const input = { path: 'made.txt', content: 'made\n' }
    const write = { type: 'toolCall', name: 'write_file', input } as const
    model.respond(
      byConversation({
        'Only read': [
          message([spawn(SOURCES)]),
          message([text('It has read.')]),
          message([spawn(DOCS)]),
          message([text('It has written.')]),
        ],
        [SOURCES]: [message([submit('Three files name it.')])],
        [DOCS]: [message([write]), message([submit('Written.')])],
      }),
    )
    const { app } = await scene().conversation()
    const undo = app.page.getByRole('button', { name: /^Undo edits/ })
    await app.send('Only read')
    await app.answers.filter({ hasText: 'It has read.' }).waitFor()
    await app.expectStatus('Idle')
    await app.send('Now write')
    await app.answers.filter({ hasText: 'It has written.' }).waitFor()
    await undo.waitFor()
    expect(await undo.allTextContents()).toEqual(['Undo edits to 1 file'])
    await undo.click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await app.page.getByText('You undid the edits of made.txt.').waitFor()
    await expect.poll(() => undo.count()).toBe(0)
    expect(made('made.txt')).toBe(false)
  })

  test('one is stopped with its process, and the other continues', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.respond(
      byConversation({
        'Split it': [message([spawn(SOURCES, DOCS)]), message([text('One of them answered.')])],
        [SOURCES]: [message([bash(sleep)])],
        [DOCS]: [message([bash(UNTIL_GO)]), message([submit('The docs are silent.')])],
      }),
    )
    const { app } = await scene().conversation()
    await app.send('Split it')
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    await app.subAgent(SOURCES).getByRole('button', { name: 'Stop sub-agent' }).click()
    await app.subAgent(SOURCES).filter({ hasText: 'Stopped' }).waitFor()
    await expect.poll(() => processesWith(sleep), { timeout: 2_000 }).toEqual([])
    await app.expectStatus(/^2 sub-agents, 1 done/)
    go()
    await app.answers.filter({ hasText: 'One of them answered.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('cancelled')
    expect(model.complaints).toEqual([])
  })

  test('T56, T57 Stop ends all of them: their requests are cut and nothing of their process trees is left within 500 ms', async () => {
    const { model } = scene()
    const sleeps = [uniqueSleep(), uniqueSleep()]
    model.respond(
      byConversation({
        'Split it': [message([spawn(SOURCES, DOCS, TESTS)])],
        [SOURCES]: [message([bash(treeOf(sleeps[0] ?? ''))])],
        [DOCS]: [message([bash(treeOf(sleeps[1] ?? ''))])],
        [TESTS]: [SILENCE],
      }),
    )
    const { app } = await scene().conversation()
    await app.send('Split it')
    for (const sleep of sleeps)
      await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(2)
    await model.waitForRequest(4)
    await app.button('Stop').click()
    await expect
      .poll(() => sleeps.flatMap((sleep) => processesWith(sleep)), { timeout: 500 })
      .toEqual([])
    await app.expectStatus('Idle')
    expect(model.requests).toHaveLength(4)
    const silent = model.requests.findIndex(({ body }) => JSON.stringify(body).includes(TESTS))
    await model.waitForClose(silent + 1)
    await app.openCard(app.tool('spawn_agents'))
    await app.subAgent(SOURCES).filter({ hasText: 'Stopped' }).waitFor()
    await app.subAgent(DOCS).filter({ hasText: 'Stopped' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('R8 requests of two of them appear in one card, one after the other, named by the task', async () => {
    const { model } = scene()
    model.respond(
      byConversation({
        'Split it': [message([spawn(SOURCES, DOCS)]), message([text('Both have answered.')])],
        [SOURCES]: [message([bash('echo from the sources')]), message([submit('Sources done.')])],
        [DOCS]: [askLater('echo from the docs'), message([submit('Docs done.')])],
      }),
    )
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    await app.page.setViewportSize({ width: 800, height: 500 })
    await app.send('Split it')
    await app.approval.filter({ hasText: '1 more sub-agent is waiting for your answer.' }).waitFor()
    await app.approval.filter({ hasText: 'echo from the sources' }).waitFor()
    expect(await app.approval.count()).toBe(1)
    for (const place of [app.approval, app.button('Allow once'), app.button('Deny')]) {
      const box = await place.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(500)
    }
    await app.button('Allow once').focus()
    expect(await app.approval.evaluate(hasFocus)).toBe(true)
    expect(await app.approval.textContent()).toContain(`Sub-agent: ${SOURCES}`)
    await app.expectStatus(/^Needs your approval: sub-agent: Read the sources and 1 more/)
    await app.button('Allow once').click()
    await app.approval.filter({ hasText: 'echo from the docs' }).waitFor()
    await app.page.getByRole('textbox', { name: 'Reason' }).fill('Not the docs')
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'Both have answered.' }).waitFor()
    expect(await app.approval.count()).toBe(0)
    const bodies = model.requests.map(({ body }) => JSON.stringify(body))
    expect(bodies.filter((body) => body.includes('Not the docs')).length).toBe(1)
    expect(model.complaints).toEqual([])
  })

  test('a question stays until it is answered, with the typed reason and the pointer on its button; a click meant for it never answers its successor', async () => {
    const { model } = scene()
    model.respond(
      byConversation({
        'Split it': [message([spawn(SOURCES, DOCS, TESTS)]), message([text('All are done.')])],
        [SOURCES]: [message([bash(UNTIL_GO)]), message([bash('echo > made-a')])],
        [DOCS]: [askLater('echo > made-b'), message([submit('Docs done.')])],
        [TESTS]: [askLater('echo > made-c'), message([submit('Tests done.')])],
      }),
    )
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    await app.send('Split it')
    await app.approval.filter({ hasText: '2 more sub-agents are waiting' }).waitFor()
    await app.button('Allow once').focus()
    await app.page.keyboard.press('Enter')
    await app.approval.filter({ hasText: 'echo > made-b' }).waitFor()
    expect(await isFocused(app.approval)).toBe(true)

    const reason = app.page.getByRole('textbox', { name: 'Reason' })
    await reason.fill('Half a thought')
    await app.button('Allow once').hover()
    go()
    await app.approval.filter({ hasText: '2 more sub-agents are waiting' }).waitFor()
    expect(await app.approval.textContent()).toContain('echo > made-b')
    expect(await reason.inputValue()).toBe('Half a thought')
    expect(await reason.evaluate(hasFocus)).toBe(true)
    await app.page.mouse.down()
    await app.page.mouse.up()
    await app.approval.filter({ hasText: 'echo > made-a' }).waitFor()
    await expect.poll(() => made('made-b')).toBe(true)
    expect(await reason.inputValue()).toBe('')

    await app.page.evaluate(allowAtOnce, 'echo > made-c')
    await app.subAgent(SOURCES).getByRole('button', { name: 'Stop sub-agent' }).click()
    await app.approval.filter({ hasText: 'echo > made-c' }).waitFor()
    await expect.poll(() => app.page.evaluate(press, 'Deny')).toBe(false)
    await app.answers.filter({ hasText: 'All are done.' }).waitFor()
    expect([made('made-a'), made('made-b'), made('made-c')]).toEqual([false, true, false])
    expect(model.complaints).toEqual([])
  })

  test('T66 killed while they work: one is interrupted, the other keeps its result, and nothing runs by itself', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.respond(
      byConversation({
        'Split it': [message([spawn(SOURCES, DOCS)])],
        [SOURCES]: [message([submit('Three files name it.')])],
        [DOCS]: [message([text('I begin.'), bash(sleep)])],
      }),
    )
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Split it')
    await app.subAgent(SOURCES).filter({ hasText: 'Three files name it.' }).waitFor()
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    const asked = model.requests.length
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.expectStatus('Idle')
    await next.button('Continue').waitFor()
    await next.tool('spawn_agents').locator('summary').first().click()
    await next.subAgent(SOURCES).filter({ hasText: 'Three files name it.' }).waitFor()
    await next.subAgent(DOCS).filter({ hasText: 'Interrupted: Phoenix was restarted' }).waitFor()
    await next.subAgent(DOCS).getByRole('button', { name: DOCS }).click()
    await next.page
      .getByRole('region', { name: `Transcript of ${DOCS}` })
      .getByText('I begin.')
      .waitFor()
    expect(model.requests).toHaveLength(asked)
    expect(processesWith(sleep)).toEqual([])
    expect(model.complaints).toEqual([])
  })
})
