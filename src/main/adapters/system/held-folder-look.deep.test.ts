import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { checkFolder, folderPort } from './folders.ts'
import { holdThread } from './held-thread.fixture.ts'

const HOME = homedir()

test('a folder that answered while the thread was held has been looked at', async () => {
  expect(await holdThread(2_050, () => folderPort.look(HOME))).toBe(false)
  const checked = await holdThread(2_050, () => checkFolder(HOME, HOME, process.cwd()))
  expect(checked).toMatchObject({ ok: true })
})
