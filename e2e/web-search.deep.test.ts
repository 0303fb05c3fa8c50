import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { held, message } from './fake-model-server/replies.ts'
import { cited, searched } from './fake-model-server/web-parts.ts'
import { describeInBrowser } from './setup.ts'

const PAGES = [
  { url: 'https://nodejs.org/releases', title: 'Releases <b>of</b> Node.js' },
  { url: 'javascript:alert(1)', title: 'Click me' },
]
const [PAGE = { url: '', title: '' }] = PAGES

describeInBrowser('web search by the provider', (scene) => {
  test('is off until a person allows it; then the reply shows searches and sources, and permission can be withdrawn', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    model.enqueue(message([text('From memory.')]))
    await app.send('When does Node 24 end?')
    await app.answers.filter({ hasText: 'From memory.' }).waitFor()
    await app.button('More').click()
    await app.button('Allow web search by the provider').click()
    const answer = [
      text('Looking.'),
      ...searched('srvtoolu_1', 'node 24 eol', PAGES),
      text('It ends '),
      cited('in April 2028', PAGE),
      text('.'),
    ]
    const running = held(message(answer, { searches: 1 }), 9)
    model.enqueue(running.reply)
    await app.send('Look it up')
    await app.growing('web search').filter({ hasText: 'Searching the web' }).waitFor()
    running.release()
    const said = app.answers.filter({ hasText: 'It ends in April 2028.' })
    await said.waitFor()
    await app.expectStatus('Idle')
    await said.getByText('Searched the web: node 24 eol').waitFor()
    await said.getByText('2 results').waitFor()
    const links = said.getByRole('region', { name: 'Sources' }).getByRole('link')
    expect(await links.allTextContents()).toEqual(['Releases <b>of</b> Node.js'])
    expect(await links.first().getAttribute('href')).toBe(PAGE.url)
    await app.page.getByText('1 web search').first().waitFor()
    await app.button('More').click()
    await app.button('Turn off web search by the provider').click()
    model.enqueue(message([text('As I said.')]))
    await app.send('Sure?')
    await app.answers.filter({ hasText: 'As I said.' }).waitFor()
    const offered = model.requests.map(({ body }) =>
      JSON.stringify(body['tools']).includes('web_search_20250305'),
    )
    expect(offered).toEqual([false, true, false])
    expect(JSON.stringify(model.requests[2]?.body['messages'])).toContain('encrypted_content')
    expect(app.complaints).toEqual([])
    expect(model.complaints).toEqual([])
  })
})
