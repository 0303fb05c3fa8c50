import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { checkFolder, folderPort } from './folders.ts'
import { holdThread } from './held-thread.fixture.ts'

test('a folder that answered while the thread was held has been looked at', async () => {
  expect(await holdThread(2_050, () => folderPort.look(homedir()))).toBe(false)
  const check = (): ReturnType<typeof checkFolder> =>
    checkFolder(homedir(), homedir(), process.cwd())
  expect(await holdThread(2_050, check)).toMatchObject({ ok: true })
})
