import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' }, own: true }

describeInBrowser('a missing folder', (scene) => {
  test('is reported, nothing is sent, and the conversation continues in the folder that a person chooses', async () => {
    const { folder, model } = scene()
    writeFileSync(join(folder, 'note.txt'), 'from the folder\n')
    model.enqueue(message([text('Done.')]))
    const { app, host } = await scene().conversation(AUTO)
    await app.send('Look')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.message.fill('Read the note')
    const moved = `${folder}-moved`
    renameSync(folder, moved)
    // The folder has not been checked yet: sending the message discovers it, and the message stays.
    await app.message.press('Enter')
    await app.folderGone.filter({ hasText: folder }).waitFor()
    expect(await app.message.inputValue()).toBe('Read the note')
    expect(await app.message.isEditable()).toBe(false)
    expect(await app.button('Send').isDisabled()).toBe(true)
    expect(await app.questions.count()).toBe(1)
    await app.button('New conversation').click()
    await expect.poll(() => app.folder.inputValue()).toBe('')
    await host.kill()
    const again = await scene().host({ ...AUTO, dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.folderGone.waitFor()
    await next.button('Choose where it is now').click()
    const dialog = next.page.getByRole('dialog', { name: 'Where the folder is now' })
    const where = dialog.getByRole('combobox', { name: 'Folder' })
    await where.fill(moved)
    await next.page.keyboard.press('Escape')
    if ((await dialog.count()) > 0) await next.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await next.button('Choose where it is now').click()
    expect(await where.inputValue()).toBe(moved)
    await next.button('Use this folder').click()
    await dialog.waitFor({ state: 'detached' })
    await next.folderGone.waitFor({ state: 'detached' })
    await next.page.getByText(`The folder of this conversation is now ${moved}.`).waitFor()
    model.enqueue(message([bash('cat note.txt; pwd')]), message([text('Read.')]))
    await next.message.press('Enter')
    await next.answers.filter({ hasText: 'Read.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(`from the folder\\n${moved}`)
    expect(model.complaints).toEqual([])
    expect(next.complaints).toEqual([])
    rmSync(moved, { recursive: true })
  })

  test('that disappears during a turn is reported after it, and the notice goes when it is back', async () => {
    const { folder, model } = scene()
    model.enqueue(message([bash('echo started; sleep 1000')]), message([text('Back again.')]))
    const { app } = await scene().conversation(AUTO)
    await app.send('Run')
    await app.tool('bash').filter({ hasText: 'started' }).waitFor()
    rmSync(folder, { recursive: true })
    await app.button('Stop').click()
    await app.folderGone.waitFor()
    expect(await app.button('Continue').count()).toBe(0)
    mkdirSync(folder)
    await app.folderGone.waitFor({ state: 'detached' })
    await app.send('And now?')
    await app.answers.filter({ hasText: 'Back again.' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('that a command of the person finds gone is reported, and the notice goes when it is back', async () => {
    const { folder } = scene()
    const { app } = await scene().conversation(AUTO)
    renameSync(folder, `${folder}-away`)
    await app.message.fill('!ls')
    await app.message.press('Enter')
    await app.ownCommand('no longer exists. Nothing was run.').waitFor()
    await app.folderGone.waitFor()
    renameSync(`${folder}-away`, folder)
    await app.folderGone.waitFor({ state: 'detached' })
  })
})
