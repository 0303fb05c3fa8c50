import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { describeInBrowserAlone } from './setup.ts'
import { NO_SANDBOX, expectNone, uniqueSleep } from './support/unique-sleep.ts'

/**
 * Makes signals ineffective, and records them, as long as the folder contains `deaf`: a process stuck in the kernel,
 * which no signal ends, cannot be created at will.
 */
function deafBy(folder: string): string {
  const code = `
    import { appendFileSync, existsSync } from 'node:fs'
    const kill = process.kill.bind(process)
    process.kill = (pid, signal) => {
      if (signal === 0 || !existsSync('${folder}/deaf')) return kill(pid, signal)
      appendFileSync('${folder}/signals', signal + ' ' + pid + '\\n')
      return true
    }
  `
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

describeInBrowserAlone('processes that survive the order to end', (scene) => {
  test('R6 are shown while they live, each with its pid and a button that tries again to end it', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    const folder = freshFolder('signals')
    const orders = (): readonly string[] =>
      readFileSync(join(folder, 'signals'), 'utf8').match(/^SIGTERM -\d+$/gm) ?? []
    model.enqueue(message([bash(`exec ${sleep}`)]))
    const environment = { ...NO_SANDBOX, NODE_OPTIONS: deafBy(folder) }
    const { app } = await scene().conversation({ own: true, environment })
    await app.send('Go')
    await expect.poll(() => processesWith(sleep)).toHaveLength(1)
    writeFileSync(join(folder, 'deaf'), '')
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app.page.getByText(sleep, { exact: true }).waitFor()
    const [order = ''] = orders()
    const before = orders().length
    const shown = app.page.getByText(`process ${order.replace('SIGTERM -', '')},`)
    await shown.waitFor()
    await app.button('End process').click()
    await expect.poll(() => orders().length).toBeGreaterThan(before)
    expect(new Set(orders())).toEqual(new Set([order]))
    await shown.waitFor()
    rmSync(join(folder, 'deaf'))
    await expectNone(sleep)
    await shown.waitFor({ state: 'detached' })
    expect(model.complaints).toEqual([])
  })
})
