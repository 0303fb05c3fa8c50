import { expect, test } from 'vitest'
import {
  MAX_TERMINALS,
  TERMINAL_PIECE,
  TERMINAL_WINDOW,
} from '../../../shared/conversation/terminal-limits.ts'
import { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { ClientSession } from '../commands/session/client-session.ts'
import { World } from '../fakes/world.ts'
import type {
  OpenTerminal,
  TerminalListener,
  TerminalRequest,
  TerminalScreen,
} from './terminal-port.ts'
import { Terminals } from './terminals.ts'

const C1 = ConversationId.parse('c1')
const SIZE = { columns: 80, rows: 24 }
const T1 = WorkId.parse('t1')

/** One that was opened: it prints, and ends, when the test says so. */
interface Opened {
  readonly request: TerminalRequest
  readonly listener: TerminalListener
  readonly done: string[]
  /** What is on its screen; answered when the test says so. */
  screens: ((screen: TerminalScreen | null) => void)[]
  answer: (opened: Result<OpenTerminal, string>) => void
}

class Rig {
  readonly opened: Opened[] = []
  readonly world = new World()
  holdsOpening = false
  isPortClosed = false
  readonly terminals = new Terminals({
    feedOf: () => null,
    timers: this.world.time,
    port: {
      shellName: 'bash',
      missing: null,
      close: () => void (this.isPortClosed = true),
      open: (request, listener) =>
        new Promise((resolve) => {
          const opened: Opened = { request, listener, done: [], screens: [], answer: resolve }
          this.opened.push(opened)
          if (!this.holdsOpening) resolve(ok(this.terminalOf(opened)))
        }),
    },
  })

  terminalOf(opened: Opened): OpenTerminal {
    return {
      write: (data) => void opened.done.push(`write ${data}`),
      resize: ({ columns, rows }) => void opened.done.push(`resize ${columns} ${rows}`),
      screen: () => new Promise((resolve) => opened.screens.push(resolve)),
      lastCommand: () => Promise.resolve('$ ls'),
      end: () => Promise.resolve(void opened.done.push('end')),
    }
  }

  open(id = 't1', of = C1, folder = '/work'): Promise<Result<unknown, unknown>> {
    const terminalId = WorkId.parse(id)
    return this.terminals.open({ conversationId: of, terminalId, folder, size: SIZE })
  }

  get first(): Opened {
    const [first] = this.opened
    if (first === undefined) throw new Error('None was opened.')
    return first
  }

  client(): { readonly client: ClientSession; readonly told: string[]; readonly texts: string[] } {
    const told: string[] = []
    const texts: string[] = []
    const client = new ClientSession(this.world.registry, (event: ClientEvent) => {
      if (event.type === 'terminal.screen')
        told.push(`screen ${event.at} ${event.index + 1}/${event.count}`)
      if (event.type === 'terminal.printed') told.push(`printed ${event.from}`)
      if (event.type === 'terminal.resized') told.push(`resized ${event.size.columns}`)
      if ('text' in event) texts.push(event.text)
    })
    return { client, told, texts }
  }

  async show(at: number, text = 'screen'): Promise<void> {
    this.first.screens.shift()?.({ at, size: SIZE, text })
    await Promise.resolve()
    await Promise.resolve()
  }
}

async function attached() {
  const rig = new Rig()
  await rig.open()
  const viewer = rig.client()
  rig.terminals.attach(T1, viewer.client)
  await rig.show(10)
  return { rig, ...viewer }
}

test('a running terminal is listed by the name of its shell, then by its own title', async () => {
  const rig = new Rig()
  rig.holdsOpening = true
  const opening = rig.open()
  expect(rig.terminals.list(C1).terminals).toEqual([])
  rig.first.answer(ok(rig.terminalOf(rig.first)))
  expect(await opening).toEqual(ok({}))
  expect(rig.terminals.list(C1).terminals).toEqual([
    { id: T1, title: 'bash', size: SIZE, phase: { type: 'running' } },
  ])
  const { version } = rig.terminals.list(C1)
  rig.first.listener.onTitled('vim')
  expect(rig.terminals.list(C1)).toMatchObject({ terminals: [{ title: 'vim' }] })
  expect(rig.terminals.list(C1).version).toBeGreaterThan(version)
  rig.first.listener.onTitled('')
  expect(rig.terminals.list(C1)).toMatchObject({ terminals: [{ title: 'bash' }] })
})

test('a terminal requested twice opens once, and their number is limited', async () => {
  const rig = new Rig()
  for (let each = 0; each < MAX_TERMINALS; each += 1) await rig.open(`t${each}`)
  expect(await rig.open('t0')).toEqual(ok({}))
  expect(rig.opened).toHaveLength(MAX_TERMINALS)
  expect(await rig.open('more')).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
})

test('a terminal that cannot open says why, and is not listed', async () => {
  const rig = new Rig()
  rig.holdsOpening = true
  const opening = rig.open()
  rig.first.answer(failed('The folder is gone.'))
  expect(await opening).toMatchObject({ ok: false, error: { message: 'The folder is gone.' } })
  expect(rig.terminals.list(C1).terminals).toEqual([])
  expect(rig.terminals.write(T1, 'a')).toMatchObject({ ok: false })
})

test('a client gets the screen, then everything printed after it: no repetition, no gap', async () => {
  const rig = new Rig()
  await rig.open()
  const { client, texts, told } = rig.client()
  rig.terminals.attach(T1, client)
  rig.first.listener.onPrinted(0, 'the screen')
  await rig.show(10)
  rig.first.listener.onPrinted(6, 'seenlate')
  rig.first.listener.onPrinted(14, 'r')
  rig.first.listener.onResized({ columns: 100, rows: 30 })
  expect(told).toEqual(['screen 10 1/1', 'printed 10', 'printed 14', 'resized 100'])
  expect(texts).toEqual(['screen', 'late', 'r'])
})

test('a long screen arrives in pieces', async () => {
  const rig = new Rig()
  await rig.open()
  const { client, texts, told } = rig.client()
  rig.terminals.attach(T1, client)
  const text = `${'a'.repeat(TERMINAL_PIECE)}bc`
  await rig.show(5, text)
  expect(told).toEqual(['screen 5 1/2', 'screen 5 2/2'])
  expect(texts.join('')).toBe(text)
})

test('a client that does not draw is sent no more than its limit, and later the current screen', async () => {
  const { client, rig, told } = await attached()
  let printed = 10
  const flood = (pieces: number): void => {
    for (let each = 0; each < pieces; each += 1) {
      rig.first.listener.onPrinted(printed, 'y'.repeat(TERMINAL_PIECE))
      printed += TERMINAL_PIECE
    }
  }
  flood(40)
  const most = TERMINAL_WINDOW / TERMINAL_PIECE
  expect(told.filter((each) => each.startsWith('printed')).length).toBeLessThanOrEqual(most)
  const sent = told.filter((each) => each.startsWith('printed')).length
  rig.terminals.drawn(T1, client, 10 + sent * TERMINAL_PIECE - 1)
  expect(rig.first.screens).toHaveLength(0)
  rig.terminals.drawn(T1, client, 10 + sent * TERMINAL_PIECE)
  expect(rig.first.screens).toHaveLength(1)
  await rig.show(printed)
  flood(1)
  expect(told.slice(-2)).toEqual([
    `screen ${printed - TERMINAL_PIECE} 1/1`,
    `printed ${printed - TERMINAL_PIECE}`,
  ])
})

test('a client that draws gets all of a flood, and one that does not delays nobody', async () => {
  const { client, rig, told } = await attached()
  const idle = rig.client()
  rig.terminals.attach(T1, idle.client)
  await rig.show(10)
  let printed = 10
  for (let each = 0; each < 40; each += 1) {
    rig.first.listener.onPrinted(printed, 'y'.repeat(TERMINAL_PIECE))
    printed += TERMINAL_PIECE
    rig.terminals.drawn(T1, client, printed)
  }
  expect(told.filter((each) => each.startsWith('printed'))).toHaveLength(40)
  expect(idle.told.length).toBeLessThan(20)
})

test('a client that attaches again gets the whole screen again; the answer to its earlier request is dropped', async () => {
  const { client, rig, told } = await attached()
  rig.terminals.attach(T1, client)
  rig.terminals.attach(T1, client)
  const [stale, fresh] = rig.first.screens
  fresh?.({ at: 30, size: SIZE, text: 'b' })
  stale?.({ at: 20, size: SIZE, text: 'a' })
  await rig.world.time.settle()
  expect(told).toEqual(['screen 10 1/1', 'screen 30 1/1'])
})

test('a client that is detached or has left receives nothing more', async () => {
  const { client, rig, told } = await attached()
  const other = rig.client()
  rig.terminals.attach(T1, other.client)
  await rig.show(10)
  rig.terminals.detach(T1, client)
  other.client.close()
  rig.first.listener.onPrinted(10, 'a')
  expect([...told, ...other.told]).toEqual(['screen 10 1/1', 'screen 10 1/1'])
})

test('the terminal has the size of the window used last; the same size changes nothing', async () => {
  const { rig } = await attached()
  rig.terminals.resize(T1, SIZE)
  rig.terminals.resize(T1, { columns: 100, rows: 24 })
  rig.terminals.resize(T1, SIZE)
  rig.first.listener.onResized({ columns: 100, rows: 24 })
  rig.terminals.resize(T1, SIZE)
  expect(rig.first.done).toEqual(['resize 100 24', 'resize 80 24'])
})

test('a shell ended by a person is closed; one that ends otherwise stays until it is closed', async () => {
  const rig = new Rig()
  await rig.open('t1')
  await rig.open('t2')
  rig.opened[0]?.listener.onEnded({ code: 0, signal: null })
  rig.opened[1]?.listener.onEnded({ code: null, signal: 'SIGKILL' })
  expect(rig.terminals.list(C1).terminals).toMatchObject([
    { id: 't2', phase: { type: 'ended', code: null, signal: 'SIGKILL' } },
  ])
  expect(rig.first.done).toEqual(['end'])
  await rig.terminals.closeOne(WorkId.parse('t2'))
  expect(rig.opened[1]?.done).toEqual(['end'])
  expect(rig.terminals.list(C1).terminals).toEqual([])
})

test('a terminal closed while it opens ends when it has opened', async () => {
  const rig = new Rig()
  rig.holdsOpening = true
  const opening = rig.open()
  rig.terminals.endIn(C1)
  rig.first.answer(ok(rig.terminalOf(rig.first)))
  expect(await opening).toMatchObject({ ok: false, error: { code: 'notFound' } })
  expect(rig.first.done).toEqual(['end'])
})

test('a conversation that is deleted ends its terminals in the same tick, a folder that is gone those in it', async () => {
  const rig = new Rig()
  for (const id of [C1, ConversationId.parse('c2')])
    for (const folder of ['/work', '/x']) await rig.open(`${id}${folder}`, id, folder)
  rig.terminals.endWithin((folder) => folder === '/x')
  const ends = () => rig.opened.map(({ done }) => done.length)
  expect(ends()).toEqual([0, 1, 0, 1])
  rig.terminals.endIn(C1)
  expect(ends()).toEqual([1, 1, 0, 1])
})

test('at the end all terminals are ended, and none opens any more', async () => {
  const rig = new Rig()
  await rig.open('t1')
  await rig.terminals.close()
  expect(rig.first.done).toEqual(['end'])
  expect(rig.isPortClosed).toBe(true)
  expect(await rig.open('t2')).toMatchObject({ ok: false, error: { code: 'closing' } })
})

test('a terminal that ends while it is being opened is shown as ended, or not at all', async () => {
  const rig = new Rig()
  rig.holdsOpening = true
  const opening = rig.open()
  const { answer, listener } = rig.first
  listener.onTitled('make')
  listener.onEnded({ code: 127, signal: null })
  expect(rig.terminals.list(C1).terminals).toEqual([])
  answer(ok(rig.terminalOf(rig.first)))
  expect(await opening).toEqual(ok({}))
  const phase = { type: 'ended', code: 127, signal: null }
  expect(rig.terminals.list(C1).terminals).toEqual([{ id: T1, title: 'make', size: SIZE, phase }])
  const done = rig.open('t2')
  rig.opened[1]?.listener.onEnded({ code: 0, signal: null })
  for (const opened of rig.opened.slice(1)) opened.answer(ok(rig.terminalOf(opened)))
  expect(await done).toMatchObject({ ok: false })
  expect(rig.terminals.list(C1).terminals).toHaveLength(1)
})
