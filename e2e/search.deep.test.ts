import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, call, spawn, submit, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { expectMatch, markedTexts } from './support/search-match.ts'
import { freshFolder } from './support/host.ts'
import type { Scene } from './scene.ts'
import { isFocused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }

async function searchFor(app: App, words: string): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+Shift+F')
  await app.page.getByRole('combobox', { name: 'Search all conversations' }).fill(words)
}

function results(app: App) {
  return app.page.getByRole('listbox', { name: 'Results' }).getByRole('option')
}

function find(app: App) {
  const bar = app.page.getByRole('search', { name: 'Find in this conversation' })
  return { bar, field: bar.getByRole('textbox'), position: bar.getByRole('status') }
}

/** The same, once it is opened by its key. */
async function openFind(app: App): Promise<ReturnType<typeof find>> {
  await app.page.keyboard.press('ControlOrMeta+F')
  return find(app)
}

/** A conversation of this many turns, each with a numbered message and answer. */
async function talk(scene: Scene, turns: number): Promise<App> {
  const { app } = await scene.conversation({ ...AUTO, own: true })
  for (let turn = 1; turn <= turns; turn += 1) {
    scene.model.enqueue(message([text(`Answer ${turn} about herons.`)]))
    await app.send(`Question ${turn}`)
    await app.answers.filter({ hasText: `Answer ${turn} about` }).waitFor()
    await app.expectStatus('Idle')
  }
  return app
}

describeInBrowser('search of all conversations', (scene) => {
  test('a line of a closed card in another conversation is found and opened with the keyboard only', async () => {
    const { model, folder } = scene()
    model.enqueue(
      message([text('I count.'), bash("seq -f 'line %.0f' 60; echo the needle; seq 100")]),
      message([text('Counted.')]),
    )
    const { app } = await scene().conversation(AUTO)
    await app.send('Count for me')
    await app.answers.filter({ hasText: 'Counted.' }).waitFor()
    await app.startConversation(folder)
    await app.message.waitFor()
    const { keyboard } = app.page
    await keyboard.press('ControlOrMeta+Shift+F')
    await keyboard.type('"the needle"')
    const option = results(app)
    await option.filter({ hasText: 'the needle' }).first().waitFor()
    expect(await option.first().textContent()).toContain('Count for me')
    await keyboard.press('Enter')
    await expectMatch(app.page, 'the needle')
    expect(await app.tool('bash').getAttribute('open')).not.toBeNull()
    await find(app).bar.getByText('2 of 2').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('the arrow keys choose, Esc goes back to the previous place, and the results are still there', async () => {
    const app = await talk(scene(), 2)
    await app.message.fill('half a thought')
    await searchFor(app, 'heron')
    await results(app).filter({ hasText: 'Answer 2' }).waitFor()
    const selected = () =>
      results(app).and(app.page.locator('[aria-selected="true"]')).textContent()
    expect(await selected()).toContain('Answer 2')
    await app.page.keyboard.press('ArrowUp')
    await expect.poll(selected).toContain('Question 1')
    await app.page.keyboard.press('ArrowDown')
    await expect.poll(selected).toContain('Answer 2')
    await app.page.keyboard.press('ArrowDown')
    await expect.poll(selected).toContain('Answer 1')
    await app.page.keyboard.press('ArrowUp')
    await expect.poll(selected).toContain('Answer 2')
    await app.page.keyboard.press('Escape')
    await results(app).first().waitFor({ state: 'detached' })
    expect(await app.message.inputValue()).toBe('half a thought')
    await app.page.keyboard.press('ControlOrMeta+Shift+F')
    await expect.poll(selected).toContain('Answer 2')
  })

  test('filters narrow the results, and say so', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    const elsewhere = freshFolder('elsewhere')
    model.enqueue(message([text('A heron.')]), message([text('No bird.')]))
    await app.send('Which bird?')
    await app.answers.filter({ hasText: 'A heron.' }).waitFor()
    await app.startConversation(elsewhere)
    await app.send('heron?')
    await app.answers.filter({ hasText: 'No bird.' }).waitFor()
    await app.expectStatus('Idle')
    await searchFor(app, 'heron')
    const said = app.page.getByRole('dialog').getByRole('status')
    await said.getByText('2 conversations').waitFor()
    const choose = (name: string, label: string) =>
      app.page.getByRole('dialog').getByLabel(name, { exact: true }).selectOption({ label })
    await choose('Where', 'Answers')
    await said.getByText('1 conversation').waitFor()
    expect(await results(app).first().textContent()).toContain('Which bird?')
    await choose('Where', 'Output')
    await said.getByText('No results.').waitFor()
    await choose('Where', 'Everything')
    await choose('State', 'Running')
    await said.getByText('No results.').waitFor()
    await choose('State', 'Any state')
    await choose('Folder', elsewhere)
    await said.getByText('1 conversation').waitFor()
    expect(await results(app).first().textContent()).toContain('heron?')
  })

  test('typed text is never a command, and hidden characters in a text are never drawn raw', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    model.enqueue(message([text('A heron \u202Eenifnoc\u202C <b>bold</b> \u0007 end.')]))
    await app.send('Which?')
    await app.answers.filter({ hasText: 'heron' }).waitFor()
    await searchFor(app, '"heron')
    const option = results(app).filter({ hasText: 'heron' }).last()
    await option.waitFor()
    expect(await option.textContent()).toContain('\\u{202E}')
    expect(await option.textContent()).toContain('<b>bold</b>')
    const field = app.page.getByRole('combobox', { name: 'Search all conversations' })
    const said = app.page.getByRole('dialog').getByRole('status')
    for (const typed of ['NEAR(heron', 'heron OR', 'person:heron', '*', '{agent} : "']) {
      await field.fill(typed)
      await said.getByText(/No results|conversation|letter or a digit/).waitFor()
      await app.page.getByRole('dialog').getByRole('alert').waitFor({ state: 'detached' })
    }
    await field.fill('her\u00E9n')
    await said.getByText('No results.').waitFor()
    await field.fill('H\u00C9RON')
    await said.getByText('1 conversation').waitFor()
  })

  test('results in rewound messages and in long answers are expanded and scrolled to', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    const filler = 'A paragraph of no interest to anybody.\n\n'.repeat(900)
    model.enqueue(message([text('The bittern booms.')]))
    await app.send('Which bird booms?')
    await app.answers.filter({ hasText: 'bittern' }).waitFor()
    await app.questions.first().hover()
    await app.button('Edit').first().click()
    await app.page.getByRole('dialog').getByRole('button').last().click()
    await app.page.getByText('Rewound').waitFor()
    model.enqueue(message([text(`${filler}The spoonbill wades.\n\n${filler}`)]))
    await app.send('Tell me at length')
    await app.expectStatus('Idle')
    await searchFor(app, 'bittern')
    await results(app).filter({ hasText: 'rewound' }).click()
    await expectMatch(app.page, 'bittern')
    await searchFor(app, 'spoonbill wades')
    await results(app).filter({ hasText: 'The spoonbill wades' }).click()
    await expectMatch(app.page, 'spoonbill wades')
  })
})

describeInBrowser('find in conversation', (scene) => {
  test('counts all places and visits them in turn, folded and closed ones too', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    const read = call('list_files', { path: '.' })
    model.enqueue(
      message([bash('echo one heron; echo two herons'), read, read]),
      message([text('Herons, then: `heron` and again **herons**.')]),
    )
    await app.send('heron')
    await app.answers.filter({ hasText: 'Herons, then' }).waitFor()
    await app.expectStatus('Idle')
    const { bar, field, position } = await openFind(app)
    await field.fill('heron')
    // Two matches each in the message, the input and the output of the command, and three in the answer.
    await position.getByText('8 of 8').waitFor()
    await expectMatch(app.page, 'herons')
    await app.page.keyboard.press('Enter')
    await position.getByText('1 of 8').waitFor()
    await expectMatch(app.page, 'heron')
    await app.page.keyboard.press('Enter')
    await position.getByText('2 of 8').waitFor()
    await app.page.keyboard.press('Shift+Enter')
    await app.page.keyboard.press('Shift+Enter')
    await position.getByText('8 of 8').waitFor()
    await app.page.keyboard.press('Shift+Enter')
    await expectMatch(app.page, 'heron')
    await expect.poll(() => markedTexts(app.page)).toHaveLength(8)
    await app.page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(() => markedTexts(app.page)).toEqual([])
    expect(app.complaints).toEqual([])
    await expect.poll(() => isFocused(app.message)).toBe(true)
  })

  test('counts places on an earlier page, and loads it when visited', async () => {
    const app = await talk(scene(), 110)
    await app.page.reload()
    await app.button('Show earlier messages').waitFor()
    const { field, position } = await openFind(app)
    await field.fill('"answer 1"')
    await position.getByText('1 of 1').waitFor()
    await expectMatch(app.page, 'Answer 1')
    await field.fill('herons')
    await position.getByText('110 of 110').waitFor()
    await field.fill('stork')
    await position.getByText('No matches').waitFor()
  })

  test('symbols that Markdown does not draw lead to their answer, marked as a whole', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    model.enqueue(message([text('A **grey** and a **white** heron.')]))
    await app.send('Which birds?')
    await app.answers.filter({ hasText: 'white heron' }).waitFor()
    await app.expectStatus('Idle')
    const { field, position } = await openFind(app)
    await field.fill('**')
    await position.getByText('1 of 1').waitFor()
    await expectMatch(app.page, 'A grey and a white heron.')
  })

  test('what sub-agents were asked and what they found is found once, where it is drawn', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    model.enqueue(
      message([spawn('Look for the heron', 'Count the storks')]),
      message([submit('One bittern.')]),
      message([submit('Another bittern.')]),
      message([text('It is done.')]),
    )
    await app.send('Look')
    await app.answers.filter({ hasText: 'It is done.' }).waitFor()
    await app.expectStatus('Idle')
    const { field, position } = await openFind(app)
    await field.fill('bittern')
    await position.getByText('2 of 2').waitFor()
    await expectMatch(app.page, 'bittern')
    await app.page.keyboard.press('Enter')
    await position.getByText('1 of 2').waitFor()
    await expectMatch(app.page, 'bittern')
    await expect.poll(() => markedTexts(app.page)).toEqual(['bittern', 'bittern'])
    await field.fill('storks')
    await position.getByText('1 of 1').waitFor()
    await expectMatch(app.page, 'storks')
  })
})
