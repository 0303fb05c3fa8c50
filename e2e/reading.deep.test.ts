import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, call, spawn, submit, text, thinking } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

/** Runs a command of the palette. */
async function runCommand(app: App, words: string): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+K')
  const palette = app.page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor()
  await app.page.keyboard.type(words)
  await palette.getByRole('option').first().filter({ hasText: 'Density' }).waitFor()
  await app.page.keyboard.press('Enter')
  await palette.waitFor({ state: 'hidden' })
}

/** The animations on the page, as the properties that each changes. */
function moving(app: App): Promise<readonly string[]> {
  return app.page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const { effect } = animation
      const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
      const known = new Set(['offset', 'computedOffset', 'easing', 'composite'])
      const changed = frames.flatMap((frame) => Object.keys(frame).filter((key) => !known.has(key)))
      return [...new Set(changed)].join(' ')
    }),
  )
}

describeInBrowserAlone('reading', (scene) => {
  test('compact folds successful steps into a line, find opens it, and verbose shows everything', async () => {
    const { model } = scene()
    model.enqueue(
      message([text('I look.'), bash('echo the heron'), bash('echo two')]),
      message([text('It is done.')]),
    )
    const environment = { PHOENIX_PERMISSIONS: 'auto' }
    const { app } = await scene().conversation({ own: true, environment })
    await app.send('Look')
    await app.answers.filter({ hasText: 'It is done.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await app.tool('bash').count()).toBe(2)
    await runCommand(app, 'density less')
    await app.page.getByText('Ran 2 commands').waitFor()
    expect(await app.tool('bash').count()).toBe(0)
    await app.page.keyboard.press('ControlOrMeta+F')
    await app.page.keyboard.type('heron')
    await app.page.keyboard.press('Enter')
    await app.tool('bash').first().getByRole('button', { name: 'Copy output' }).waitFor()
    await app.page.keyboard.press('Escape')
    await runCommand(app, 'density everything')
    await expect.poll(() => app.page.getByRole('button', { name: 'Copy output' }).count()).toBe(2)
    await app.page.reload()
    await expect.poll(() => app.page.getByRole('button', { name: 'Copy output' }).count()).toBe(2)
    expect(app.complaints).toEqual([])
  })

  test('so do thinking, own commands, sub-agents and what a turn cost, after another conversation', async () => {
    const { model } = scene()
    model.enqueue(
      message([thinking('Where might it nest?', 'signature'), spawn('Look for the heron')]),
      message([submit('It is by the pond.')]),
      message([text('It is done.')]),
    )
    const { app } = await scene().conversation()
    const { page } = app
    await app.send('Look')
    await app.answers.filter({ hasText: 'It is done.' }).waitFor()
    await app.expectStatus('Idle')
    await app.send('!echo my own')
    const own = app.ownCommand('echo my own')
    await own.getByText('exit 0').waitFor()
    await own.locator('summary').click()
    const thought = page
      .locator('details', { has: page.getByText('Thinking', { exact: true }) })
      .first()
    await thought.locator('summary').click()
    const cost = page.locator('details', { hasText: 'tokens' }).last()
    await cost.locator('summary').click()
    await app.openCard(app.tool('spawn_agents'))
    const agent = app.subAgent('Look for the heron').getByRole('button', { name: 'Look' })
    await agent.click()
    const open = async (): Promise<unknown[]> => [
      await own.getAttribute('open'),
      await thought.getAttribute('open'),
      await cost.getAttribute('open'),
      await agent.getAttribute('aria-expanded'),
    ]
    expect(await open()).toEqual([null, '', '', 'true'])
    await app.button('New conversation').click()
    await app.message.waitFor({ state: 'detached' })
    await app.row('Look').click()
    await agent.waitFor()
    expect(await open()).toEqual([null, '', '', 'true'])
    expect(app.complaints).toEqual([])
  })

  test('what a reader has opened stays open in compact, and after another conversation, until they close it', async () => {
    const { folder, model } = scene()
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), `this is ${name}`)
    model.enqueue(
      message([
        bash('echo the heron'),
        call('read_file', { path: 'a' }),
        call('read_file', { path: 'b' }),
      ]),
      message([text('One.'), bash('echo two'), bash('echo three')]),
      message([text('It is done.')]),
    )
    const environment = { PHOENIX_PERMISSIONS: 'auto' }
    const { app } = await scene().conversation({ own: true, environment })
    const { page } = app
    await app.send('Look')
    await app.answers.filter({ hasText: 'It is done.' }).waitFor()
    await app.expectStatus('Idle')
    const outputs = page.getByRole('button', { name: 'Copy output' })
    await page.getByText('Read 2 files').click()
    await app.tool('read_file').first().locator('summary').click()
    await app.tool('bash').last().locator('summary').click()
    expect(await outputs.count()).toBe(2)
    await runCommand(app, 'density less')
    const line = page.getByText('Read 2 files, ran 1 command')
    await line.waitFor()
    await expect.poll(() => outputs.count()).toBe(2)
    await page.getByText('this is a').waitFor()
    await app.button('New conversation').click()
    await app.message.waitFor({ state: 'detached' })
    await app.row('Look').click()
    await line.waitFor()
    await expect.poll(() => outputs.count()).toBe(2)
    await line.click()
    await expect.poll(() => outputs.count()).toBe(1)
    await app.tool('bash').last().locator('summary').click()
    await expect.poll(() => outputs.count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('while the model is silent, a pulse shows in the thread and in the list, animated only by opacity', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation({ own: true })
    expect(await moving(app)).toEqual([])
    await app.send('Think')
    await expect.poll(() => moving(app)).toEqual(['opacity', 'opacity'])
    await app.page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(() => moving(app)).toEqual([])
    await app.page.emulateMedia({ reducedMotion: 'no-preference' })
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await expect.poll(() => moving(app)).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('in a narrow window the name of the model ends in an ellipsis where the actions of its answer stand', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    scene().model.enqueue(message([text('An answer.')]))
    await app.send('A question')
    await app.answers.getByText('An answer.').waitFor()
    await app.expectStatus('Idle')
    await page.setViewportSize({ width: 380, height: 600 })
    const head = app.answers.locator('header')
    const height = (await head.boundingBox())?.height
    const gap = async (): Promise<number> => {
      const name = await head.locator('span').first().boundingBox()
      const actions = await head.locator('.actions').boundingBox()
      return (actions?.x ?? 0) - (name?.x ?? Infinity) - (name?.width ?? 0)
    }
    await app.answers.hover()
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await page.mouse.move(0, 0)
    await app.answers.getByRole('button', { name: 'Copy answer' }).focus()
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    expect((await head.boundingBox())?.height).toBe(height)
  })
})
