import type { App } from '../../app.ts'
import { text } from '../../fake-model-server/parts.ts'
import { held, message } from '../../fake-model-server/replies.ts'
import { cited, searched } from '../../fake-model-server/web-parts.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** Web searches that run at the model's provider. */
export const WEB_SITUATIONS: readonly Situation[] = [
  { name: 'web-search', size: DESKTOP, colours: 'light', arrange: webSearch },
  { name: 'web-search-dark-narrow', size: SMALL, colours: 'dark', arrange: webSearch },
  { name: 'web-search-allowed', size: DESKTOP, colours: 'light', arrange: allowed },
]

const PAGES = [
  { url: 'https://nodejs.org/en/about/previous-releases', title: 'Node.js — Releases' },
  { url: 'https://endoflife.date/nodejs', title: 'Node.js | endoflife.date' },
  { url: 'https://github.com/nodejs/Release', title: 'nodejs/Release' },
] as const

async function webSearch(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('More').click()
  await app.button('Allow web search by the provider').click()
  const answer = [
    text('I’ll look it up.'),
    ...searched('srvtoolu_1', 'Node.js 24 end of life', PAGES),
    text('Node.js 24 is in long-term support. '),
    cited('It is maintained until April 2028', PAGES[0]),
    text(', and '),
    cited('Node.js 26 takes its place in October 2026', PAGES[1]),
    text('.'),
  ]
  const next = [
    text('One moment.'),
    ...searched('srvtoolu_2', 'Node.js 26 release date', PAGES.slice(0, 1)),
  ]
  const running = held(message(next), 8)
  scene.model.enqueue(message(answer, { searches: 1 }), running.reply)
  await app.send('How long is Node 24 kept up?')
  await app.answers.filter({ hasText: 'takes its place' }).waitFor()
  await app.expectStatus('Idle')
  await app.send('And the next one?')
  await app.growing('web search').filter({ hasText: 'Searching the web' }).waitFor()
  return app
}

async function allowed(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('More').click()
  await app.button('Allow web search by the provider').click()
  await app.button('More').click()
  await app.button('Turn off web search by the provider').waitFor()
  return app
}
