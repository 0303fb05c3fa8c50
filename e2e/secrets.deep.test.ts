import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from './app.ts'
import { chat } from './fake-model-server/chat-replies.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { contentsOf, filesBelow, filesHolding } from './support/stored-log.ts'
import { freshFolder } from './support/host.ts'
import { describeInBrowserAlone, describeOnElectron } from './setup.ts'

/** Requests received by a collector on this machine, which never answers. */
const received: { readonly team: unknown; readonly text: string }[] = []
let collector: Server
let endpoint = ''

beforeAll(async () => {
  collector = createServer((request) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => received.push({ team: request.headers['x-team'], text }))
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})

afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

/** A command that prints all keys visible to a tool. */
const LOOK = 'env; cat /proc/$PPID/environ; cat /proc/[0-9]*/cmdline | tr "\\0" " "'

const FILTER = '/proc/self/coredump_filter'

/** Saves the file that the open dialog offers, and returns its contents. */
async function savedDiagnostics(app: App): Promise<string> {
  const handed = app.page.waitForEvent('download')
  await app.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Save diagnostics' })
    .last()
    .click()
  const path = await (await handed).path()
  await app.page.getByRole('dialog').getByRole('status').filter({ hasText: '.json' }).waitFor()
  return readFileSync(path, 'utf8')
}

/** Adds the fake model as an endpoint with a key and a header of its own. */
async function addEndpoint(app: App, url: string, key: string): Promise<void> {
  await app.button('Settings').click()
  await app.button('Add endpoint').click()
  const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('lab')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${url}/v1`)
  await dialog.getByRole('textbox', { name: 'Key' }).fill(key)
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('X-Pass: taint-header-5e1f')
  await app.button('Find models').click()
  await app.button('Save endpoint').click()
  await dialog.waitFor({ state: 'hidden' })
}

describeInBrowserAlone('secrets', (scene) => {
  test('row 26 after a session with keys everywhere, none is in a page, address, printed line, argument, tool, file, telemetry or diagnostics', async () => {
    const { model } = scene()
    model.models = [{ id: 'qwen3:8b', context_length: 40_960 }]
    model.enqueue(message([bash(LOOK)]), message([text('whisper-answer')]))
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=taint-team-77aa,authorization=Bearer%20taint-otlp-09bc',
      PHOENIX_LOG: 'debug',
    }
    const { app, host } = await scene().conversation({ own: true, environment })
    const referrers: (string | undefined)[] = []
    app.page.on('request', (request) => referrers.push(request.headers()['referer']))
    await addEndpoint(app, model.url, model.key)
    await app.button('Close').click()
    await app.send('whisper-question')
    await app.answers.filter({ hasText: 'whisper-answer' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.getByRole('button', { name: /^Model: / }).click()
    await app.page.getByRole('combobox', { name: 'Model', exact: true }).fill('lab/qwen3:8b')
    await app.page.keyboard.press('Enter')
    await app.button('Save').click()
    await app.button('Model: lab/qwen3:8b').waitFor()
    model.enqueue(chat([text('Through the lab.')]))
    await app.send('And there?')
    await app.answers.filter({ hasText: 'Through the lab.' }).waitFor()
    expect(model.requests.at(-1)?.headers['x-pass']).toBe('taint-header-5e1f')

    await app.chooseInMenu('Save diagnostics…')
    const diagnostics = await savedDiagnostics(app)
    await app.page.getByRole('checkbox', { name: 'Include what was said' }).check()
    const whole = await savedDiagnostics(app)
    await app.page.keyboard.press('Escape')
    expect(JSON.parse(diagnostics)).toMatchObject({ settings: { endpoints: [{ id: 'lab' }] } })
    expect(diagnostics).toContain('"what":"turn ended"')
    expect(diagnostics).toContain('"turnCompleted"')
    expect(diagnostics).not.toContain('whisper')
    expect(whole).toContain('whisper-question')

    const token = await app.token()
    expect(token.length).toBeGreaterThan(20)
    const secrets = [model.key, 'taint-header-5e1f', 'taint-team-77aa', 'taint-otlp-09bc', token]
    const stored = await app.page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((each): string[] => Object.values(each)),
    )
    const [code = ''] = /(?<=code=)[\w-]+/.exec(host.printed) ?? []
    expect(code).not.toBe('')
    const page = await app.page.content()
    const argument = readFileSync(`/proc/${host.pid}/cmdline`, 'latin1')
    expect(argument).toContain('serve-browser.js')
    const address = app.page.url()
    await app.page.reload()
    await app.message.waitFor()
    expect(app.complaints).toEqual([])
    const started = performance.now()
    await host.stop()
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(received.length).toBeGreaterThan(0)
    expect(received.every(({ team }) => team === 'taint-team-77aa')).toBe(true)

    const said = model.requests.map(({ body }) => JSON.stringify(body)).join('')
    expect(said.includes('PATH=')).toBe(true)
    const telemetry = received.map((each) => each.text).join('')
    expect(telemetry.includes('execute_tool bash')).toBe(true)
    expect(telemetry).not.toMatch(/whisper|phoenix-e2e/)
    const files = filesBelow(host.dataFolder).filter((file) => !file.endsWith('.key'))
    expect(files).toEqual(
      expect.arrayContaining(['phoenix.db', 'log/phoenix.log', 'endpoints.json']),
    )
    expect(filesHolding('whisper-answer', host.dataFolder)).toContain('phoenix.db')
    const seen = [page, address, argument, diagnostics, whole, said, telemetry, referrers.join(' ')]
    const left = stored.filter((each) => each !== token)
    const swept = [
      ...seen,
      ...left,
      ...files.map((file) => contentsOf(join(host.dataFolder, file))),
    ]
    for (const secret of secrets) expect(swept.some((each) => each.includes(secret))).toBe(false)
    expect(host.printed).not.toContain(model.key)
    expect(swept.some((each) => each.includes(code))).toBe(false)
    expect(model.complaints).toEqual([])
  })

  test('row 26 the core file of a crash holds no key and no token; those of commands stay as they were', async () => {
    const crashed = freshFolder('crashed')
    const under = ['bash', '-c', 'ulimit -c unlimited && cd "$0" && exec "$@"', crashed]
    const { model } = scene()
    model.enqueue(message([bash(`cat ${FILTER}`)]), message([text('Seen.')]))
    const { app, host } = await scene().conversation({ under })
    await app.send('What would be dumped?')
    await app.answers.filter({ hasText: 'Seen.' }).waitFor()
    const own = readFileSync(FILTER, 'utf8').trim()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(own)
    expect(Number(readFileSync(`/proc/${host.pid}/coredump_filter`, 'utf8'))).toBe(0)
    const token = await app.token()
    process.kill(host.pid, 'SIGABRT')
    await expect.poll(() => existsSync(`/proc/${host.pid}`), { timeout: 10_000 }).toBe(false)
    // If the system pipes core dumps to a program, there is no file here, and only the filter shows it.
    if (!/^[|/]/.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'))) {
      expect(filesBelow(crashed)).toHaveLength(1)
    }
    for (const secret of [model.key, token]) expect(filesHolding(secret, crashed)).toEqual([])
  })

  test('a key kept only until Phoenix ends works now, is in no file, and is gone after a restart', async () => {
    const { model } = scene()
    const environment = { ANTHROPIC_API_KEY: '' }
    const { app, host } = await scene().conversation({ own: true, environment })
    await app.button('Settings').click()
    const dialog = app.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByText('There is no key yet. It will be kept').waitFor()
    await dialog
      .getByRole('combobox', { name: 'Keep keys' })
      .selectOption('Only until Phoenix quits')
    await dialog.getByText('It will be kept in memory only, until Phoenix quits.').waitFor()
    await dialog.getByRole('textbox', { name: 'API key' }).fill(model.key)
    await app.closeSettings()
    model.enqueue(message([text('I hear you.')]))
    await app.send('Do you hear me?')
    await app.answers.filter({ hasText: 'I hear you.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await app.page.content()).not.toContain(model.key)
    await host.kill()
    expect(filesHolding(model.key, host.dataFolder)).toEqual([])
    const again = await scene().host({ dataFolder: host.dataFolder, environment })
    const next = await scene().window(again)
    await next.button('Settings').click()
    await next.page.getByText('There is no key yet. It will be kept in memory only').waitFor()
  })
})

// There, saving a file opens a dialog of the system.
describeOnElectron('secrets', (scene) => {
  test('the key is only in the request: not in the page, the printed lines, the data or a tool', async () => {
    const { model } = scene()
    model.enqueue(message([bash(LOOK)]), message([text('Done.')]))
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Show the environment')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    const seen = JSON.stringify(model.requests.map((request) => request.body))
    expect(seen.includes('PATH=')).toBe(true)
    expect(seen.includes(model.key)).toBe(false)
    expect(await app.page.content()).not.toContain(model.key)
    expect(host.printed).not.toContain(model.key)
    await host.stop()
    expect(filesHolding(model.key, host.dataFolder)).toEqual([])
  })
})
