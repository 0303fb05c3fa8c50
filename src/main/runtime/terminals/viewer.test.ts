import { expect, test } from 'vitest'
import { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { ok } from '../../../shared/result.ts'
import { ManualTime } from '../fakes/manual-time.ts'
import type { TerminalListener, TerminalScreen } from './terminal-port.ts'
import { Terminals } from './terminals.ts'

const SIZE = { columns: 80, rows: 24 }
const T1 = WorkId.parse('t1')

/** A client that watches a terminal whose screen cannot be read. */
async function watching() {
  const time = new ManualTime()
  const reads: string[] = []
  const told: string[] = []
  let screen: TerminalScreen | null = null
  let listener: TerminalListener | null = null
  const terminals = new Terminals({
    feedOf: () => null,
    timers: time,
    port: {
      shellName: 'bash',
      missing: null,
      close: () => undefined,
      open: (_request, listens) => {
        listener = listens
        return Promise.resolve(
          ok({
            write: () => undefined,
            resize: () => undefined,
            screen: () => {
              reads.push(screen === null ? 'nothing' : 'a screen')
              return Promise.resolve(screen)
            },
            lastCommand: () => Promise.resolve(''),
            end: () => Promise.resolve(),
          }),
        )
      },
    },
  })
  const conversationId = ConversationId.parse('c1')
  await terminals.open({ conversationId, terminalId: T1, folder: '/work', size: SIZE })
  const client = {
    push: (event: ClientEvent) => void told.push(event.type),
    onClose: () => () => undefined,
  }
  terminals.attach(T1, client)
  await time.settle()
  const opened = listener as TerminalListener | null
  if (opened === null) throw new Error('It was not opened.')
  const answer = (now: TerminalScreen): void => void (screen = now)
  return { answer, client, listener: opened, reads, terminals, time, told }
}

test('a screen that could not be read is read again after a pause, and then output follows', async () => {
  const { answer, listener, reads, time, told } = await watching()
  listener.onPrinted(0, 'lost')
  expect([reads, told]).toEqual([['nothing'], []])
  await time.advance(1_000)
  answer({ at: 4, size: SIZE, text: 'lost' })
  await time.advance(1_000)
  listener.onPrinted(4, 'more')
  expect(reads).toEqual(['nothing', 'nothing', 'a screen'])
  expect(told).toEqual(['terminal.screen', 'terminal.printed'])
})

test('what happens between the reading of a screen and its arrival follows it', async () => {
  const { answer, client, listener, terminals, time, told } = await watching()
  answer({ at: 4, size: SIZE, text: 'read' })
  terminals.attach(T1, client)
  listener.onPrinted(0, 'read')
  listener.onPrinted(4, 'more')
  listener.onResized({ columns: 80, rows: 11 })
  await time.settle()
  expect(told).toEqual(['terminal.screen', 'terminal.printed', 'terminal.resized'])
})

test.for([
  ['its client has left', ({ client, terminals }) => terminals.detach(T1, client)],
  ['its terminal has ended', ({ listener }) => listener.onEnded({ code: 1, signal: null })],
  ['it is closed', ({ terminals }) => void terminals.closeOne(T1)],
] as const satisfies readonly (readonly [
  string,
  (watched: Awaited<ReturnType<typeof watching>>) => void,
])[])('a screen is not read again when %s', async ([, end]) => {
  const watched = await watching()
  end(watched)
  await watched.time.advance(60_000)
  expect(watched.reads).toEqual(['nothing'])
})

test('a client that attaches again during the pause reads the screen once', async () => {
  const { answer, client, reads, terminals, time } = await watching()
  answer({ at: 0, size: SIZE, text: '' })
  terminals.attach(T1, client)
  await time.advance(60_000)
  expect(reads).toEqual(['nothing', 'a screen'])
})
