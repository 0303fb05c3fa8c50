import { textsOf } from '../../src/shared/messages/content.ts'
import { InProcessApp } from './in-process-app.ts'
import { currentMoment, type Elapsed, elapsedSince } from './delivery-thread.ts'

/** Row 21: the cost of a gigabyte of output for the program. The command is the argument. */
const app = await InProcessApp.start(process.env)
const conversation = await app.newConversation()
async function run(command: string): Promise<string> {
  const idle = app.untilIdle(conversation)
  const closed = app.step(conversation, ({ messages }) =>
    messages.some(({ content }) => content.type === 'tool'),
  )
  await app.send(conversation, command)
  const { messages } = await closed
  await idle
  const texts = messages.flatMap(({ content }) => (content.type === 'tool' ? content.content : []))
  return textsOf(texts).join('')
}
await run('head -c 1000000 /dev/zero')
const before = process.memoryUsage.rss()
let most = before
let shown = 0
const look = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 10)
async function lookAtScreen(): Promise<void> {
  const { output } = await app.request('conversation.open', { conversationId: conversation })
  shown = Math.max(shown, output?.text.length ?? 0)
}
const ask = setInterval(() => void lookAtScreen(), 200)
/** The delay of each millisecond tick of the event loop. */
const delays: Elapsed[] = []
let last = currentMoment()
const tick = setInterval(() => {
  const { own, wall } = elapsedSince(last)
  delays.push({ own: own - 1, wall: wall - 1 })
  last = currentMoment()
}, 1)
const result = await run(process.argv[2] ?? '')
clearInterval(tick)
clearInterval(look)
clearInterval(ask)
await app.handIn({
  result,
  shown,
  grownMb: (most - before) / 1e6,
  delays,
})
