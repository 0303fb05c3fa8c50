import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagedFiles, readConfig, ROOT } from '../build/packaged-files.ts'
import { freshFolder, Host } from './support/host.ts'

test('the files of a package are complete: the program starts from them, away from the project', async () => {
  const folder = freshFolder('packaged')
  for (const file of packagedFiles(readConfig())) {
    cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  }
  const host = await Host.start({ program: join(folder, 'out/main/serve-browser.js') })
  expect((await fetch(host.address)).status).toBe(200)
  await host.stop()
})
