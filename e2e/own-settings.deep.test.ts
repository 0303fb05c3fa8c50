import { labelOfModel } from '../src/client/words/model-words.ts'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bash, text, thinking } from './fake-model-server/parts.ts'
import { held, message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const NO_PERMISSIONS = { environment: { PHOENIX_PERMISSIONS: '' } }

describeInBrowser('settings of a conversation', (scene) => {
  test('permissions: the form begins with Ask, explains each choice, and remembers the last one', async () => {
    const { folder, model } = scene()
    const app = await scene().window(await scene().host({ ...NO_PERMISSIONS, own: true }))
    expect(await app.permissions.inputValue()).toBe('ask')
    expect(await app.permissions.locator('option').allTextContents()).toEqual([
      'Read only',
      'Ask',
      'Accept edits',
      'Auto',
    ])
    await app.permissions.selectOption('Read only')
    await app.page.getByText('Reads in its folder and changes nothing').last().waitFor()
    await app.startConversation(folder)
    await app.message.waitFor()
    expect(await app.permissions.inputValue()).toBe('readOnly')
    await app.permissions.selectOption('Auto')
    await expect.poll(() => app.permissions.inputValue()).toBe('auto')
    model.enqueue(message([text('Here.')]))
    await app.send('Are you there?')
    await app.answers.filter({ hasText: 'Here.' }).waitFor()
    await app.button('New conversation').click()
    await app.folder.waitFor()
    expect(await app.permissions.inputValue()).toBe('auto')
    await app.page.reload()
    await app.permissions.waitFor()
    await app.conversations.first().getByRole('link').click()
    await app.message.waitFor()
    expect(await app.permissions.inputValue()).toBe('auto')
    expect(app.complaints).toEqual([])
  })

  test('permissions chosen in the header apply from the next reply', async () => {
    const { model, folder } = scene()
    model.enqueue(message([bash('echo yes > made')]), message([text('Made.')]))
    const { app } = await scene().conversation({
      own: true,
      environment: { PHOENIX_PERMISSIONS: 'ask' },
    })
    await app.permissions.selectOption('Auto')
    await app.send('Make it')
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
    expect(existsSync(join(folder, 'made'))).toBe(true)
    model.enqueue(message([bash('echo no > never')]), message([text('I may not.')]))
    await app.permissions.selectOption('Read only')
    await app.send('And now')
    await app.answers.filter({ hasText: 'I may not.' }).waitFor()
    expect(existsSync(join(folder, 'never'))).toBe(false)
    expect(model.complaints).toEqual([])
  })

  test('if PHOENIX_PERMISSIONS is set, the settings say that it decides', async () => {
    const environment = { PHOENIX_PERMISSIONS: 'readOnly' }
    const app = await scene().window(await scene().host({ environment }))
    await app.button('Settings').click()
    const field = app.page.getByLabel('New conversations start with')
    expect(await field.inputValue()).toBe('readOnly')
    await app.page
      .getByText('The environment variable PHOENIX_PERMISSIONS overrides this: Read only.')
      .waitFor()
  })

  test('telemetry follows Settings from the next turn on, and stops once the endpoint is removed', async () => {
    const received: string[] = []
    const collector = createServer((request, response) => {
      received.push(request.url ?? '')
      request.setEncoding('utf8').on('data', (piece: string) => received.push(piece))
      request.on('end', () => response.end('{}'))
    })
    await once(collector.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void collector.close())
    const address = `127.0.0.1:${(collector.address() as AddressInfo).port}`
    const { model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    const dialog = app.page.getByRole('dialog', { name: 'Settings' })
    const say = async (said: string, answer: string): Promise<void> => {
      model.enqueue(message([text(answer)]))
      await app.send(said)
      await app.answers.filter({ hasText: answer }).waitFor()
      await app.expectStatus('Idle')
    }
    const sendTo = async (endpoint: string): Promise<void> => {
      await app.button('Settings').click()
      await dialog.getByRole('textbox', { name: 'Telemetry (OTLP endpoint)' }).fill(endpoint)
      await app.page.keyboard.press('Enter')
    }
    await say('whisper-one', 'First.')
    await sendTo(`http://me:secret@${address}`)
    await dialog.getByRole('alert').filter({ hasText: 'must not contain a user name' }).waitFor()
    await app.page.keyboard.press('Escape')
    await sendTo(`http://${address}`)
    await app.closeSettings()
    await say('whisper-two', 'Second.')
    await sendTo('')
    await app.closeSettings()
    const turns = (): readonly string[] => received.join('').match(/"invoke_agent Phoenix"/g) ?? []
    await expect.poll(turns).toHaveLength(1)
    await say('whisper-three', 'Third.')
    expect(app.complaints).toEqual([])
    await host.stop()
    expect(turns()).toHaveLength(1)
    expect(received).toContain('/v1/metrics')
    expect(received.join('')).not.toContain('whisper')
  })

  test('typed text finds a model: Enter takes the first match, and the text itself only by the last row', async () => {
    const { model } = scene()
    model.enqueue(message([text('At your service.')]), message([text('As you say.')]))
    const { app } = await scene().conversation({ own: true })
    const dialog = app.page.getByRole('dialog', { name: 'Model of this conversation' })
    const field = dialog.getByRole('combobox', { name: 'Model', exact: true })
    await app.button('Model: Claude Sonnet 5.5').click()
    await field.fill('haiku')
    await dialog
      .getByRole('option', { selected: true })
      .filter({ hasText: 'Claude Haiku' })
      .waitFor()
    await field.press('Escape')
    await app.button('Save').click()
    // Nothing is saved: the field opens its list again.
    await field.press('Enter')
    expect(await field.inputValue()).toMatch(/^claude-haiku-\d/)
    const chosen = await field.inputValue()
    await field.press('Enter')
    await app.button(`Model: ${labelOfModel(chosen)}`).click()
    await app.button('Close').click()
    await app.send('One')
    await app.answers.filter({ hasText: 'At your service.' }).waitFor()
    await app.button(`Model: ${labelOfModel(chosen)}`).click()
    await field.fill('haiku')
    await dialog.getByRole('option', { name: 'Use “haiku” as it is' }).click()
    await app.button('Save').click()
    await app.button('Model: haiku').waitFor()
    await app.send('Two')
    await app.answers.filter({ hasText: 'As you say.' }).waitFor()
    expect(model.requests.map(({ body }) => body['model'])).toEqual([chosen, 'haiku'])

    await app.button('Settings').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('combobox', { name: 'Model', exact: true }).fill('haiku')
    await app.page.keyboard.press('Enter')
    expect(await settings.getByRole('combobox', { name: 'Model', exact: true }).inputValue()).toBe(
      chosen,
    )
    expect(app.complaints).toEqual([])
  })

  test('the effort is chosen next to the model, is sent from then on, and adapts to what another model supports', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const dialog = app.page.getByRole('dialog', { name: 'Model of this conversation' })
    const fieldsOf = (number: number): unknown => {
      const { thinking: mode, output_config: config } = model.requests[number]?.body ?? {}
      return [mode, config]
    }
    model.enqueue(message([text('At once.')]))
    await app.send('One')
    await app.answers.filter({ hasText: 'At once.' }).waitFor()
    expect(fieldsOf(0)).toEqual([{ type: 'adaptive', display: 'summarized' }, undefined])

    await app.button('Model: Claude Sonnet 5.5').click()
    await dialog.getByRole('combobox', { name: 'Effort' }).selectOption('Extra high')
    await app.button('Save').click()
    await app.button('Model: Claude Sonnet 5.5, effort: Extra high').waitFor()
    model.enqueue(message([thinking('Hm.', 'sig'), bash('echo x')]), message([text('Thought.')]))
    await app.send('Two')
    await app.answers.filter({ hasText: 'Thought.' }).waitFor()
    const asked = [{ type: 'adaptive', display: 'summarized' }, { effort: 'xhigh' }]
    expect([fieldsOf(1), fieldsOf(2)]).toEqual([asked, asked])

    await app.button('Model: Claude Sonnet 5.5, effort: Extra high').click()
    await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill('claude-haiku-4-5')
    await dialog.getByText('Claude Haiku 4.5 doesn’t support “Extra high”.').waitFor()
    await app.button('Save').click()
    await app.button('Model: Claude Haiku 4.5, effort: High').waitFor()
    model.enqueue(message([text('In my way.')]))
    await app.send('Three')
    await app.answers.filter({ hasText: 'In my way.' }).waitFor()
    expect(fieldsOf(3)).toEqual([{ type: 'enabled', budget_tokens: 32_000 }, undefined])
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('the system prompt reaches the model with the next turn, is stored, and can be reset', async () => {
    const { model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    const prompt = app.page.getByRole('textbox', { name: 'System prompt' })
    const systemOf = (number: number): string =>
      JSON.stringify(model.requests[number]?.body['system'])

    model.enqueue(message([text('Long words.')]))
    await app.send('One')
    await app.answers.filter({ hasText: 'Long words.' }).waitFor()
    expect(systemOf(0)).toContain('You are Phoenix')

    await app.chooseInMenu('System prompt…')
    await prompt.fill('Answer in rhymes.')
    await app.button('Save').click()
    await prompt.waitFor({ state: 'hidden' })
    model.enqueue(message([text('Good and should.')]))
    await app.send('Two')
    await app.answers.filter({ hasText: 'Good and should.' }).waitFor()
    expect(systemOf(1)).toContain('Answer in rhymes.')
    expect(systemOf(1)).not.toContain('You are Phoenix')

    await host.kill()
    const next = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    const again = next.page.getByRole('textbox', { name: 'System prompt' })
    await next.chooseInMenu('System prompt…')
    expect(await again.inputValue()).toBe('Answer in rhymes.')
    await next.button('Use the default').click()
    await again.waitFor({ state: 'hidden' })
    model.enqueue(message([text('Plain.')]))
    await next.send('Three')
    await next.answers.filter({ hasText: 'Plain.' }).waitFor()
    expect(systemOf(2)).toContain('You are Phoenix')
    expect(model.complaints).toEqual([])
  })

  test('Escape closes the menu and stops nothing', async () => {
    const { model } = scene()
    const { release, reply } = held(message([text('Done at last.')]))
    model.enqueue(reply)
    const { app } = await scene().conversation()
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    await app.button('More').click()
    await app.button('System prompt…').waitFor()
    await app.page.keyboard.press('Escape')
    await app.button('System prompt…').waitFor({ state: 'hidden' })
    release()
    await app.answers.filter({ hasText: 'Done at last.' }).waitFor()
    expect(app.complaints).toEqual([])
  })
})
