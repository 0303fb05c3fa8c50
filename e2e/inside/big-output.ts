import { textsOf } from '../../src/shared/messages/content.ts'
import { Inside } from './inside.ts'
import { thisMoment, type Took, tookSince } from './line.ts'

/** Row 21: the cost of a gigabyte of output for the program. The command is the argument. */
const inside = await Inside.start(process.env)
const conversation = await inside.newConversation()
async function run(command: string): Promise<string> {
  const idle = inside.untilIdle(conversation)
  const closed = inside.step(conversation, ({ messages }) =>
    messages.some(({ content }) => content.type === 'tool'),
  )
  await inside.send(conversation, command)
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
  const { output } = await inside.request('conversation.open', { conversationId: conversation })
  shown = Math.max(shown, output?.text.length ?? 0)
}
const ask = setInterval(() => void lookAtScreen(), 200)
/** The delay of each millisecond tick of the event loop. */
const delays: Took[] = []
let last = thisMoment()
const tick = setInterval(() => {
  const { own, wall } = tookSince(last)
  delays.push({ own: own - 1, wall: wall - 1 })
  last = thisMoment()
}, 1)
const result = await run(process.argv[2] ?? '')
clearInterval(tick)
clearInterval(look)
clearInterval(ask)
await inside.handIn({
  result,
  shown,
  grownMb: (most - before) / 1e6,
  delays,
})
