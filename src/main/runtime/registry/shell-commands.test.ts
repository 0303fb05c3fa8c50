import { expect, test } from 'vitest'
import { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import { MemoryStore } from '../fakes/memory/memory-store.ts'
import { ManualTime } from '../fakes/manual-time.ts'
import type { ShellEnd, ShellRequest } from '../ports/shell-port.ts'
import { MAX_SHELL_COMMANDS, ShellCommands, type ShellStart } from './shell-commands.ts'

const C1 = ConversationId.parse('c1')
const ALL = { from: 0, before: Number.MAX_SAFE_INTEGER }

/** Commands that end when they are told to, or by an abort at once. */
class Rig {
  readonly store = new MemoryStore()
  readonly begun: { request: ShellRequest; end: (end: ShellEnd) => void }[] = []
  readonly counts: number[] = []
  readonly time = new ManualTime()
  readonly shells = new ShellCommands({
    store: this.store,
    clock: this.time,
    pulse: this.time,
    run: (request) =>
      new Promise((resolve) => {
        this.begun.push({ request, end: resolve })
        request.signal.addEventListener('abort', () => resolve({ type: 'aborted' }))
      }),
    feedOf: () => null,
    onCount: (id) => this.counts.push(this.shells.countOf(id)),
    onEnd: () => {},
  })

  start(id: string, given: Partial<ShellStart> = {}): ReturnType<ShellCommands['start']> {
    const place = { conversationId: C1, afterSeq: 0, folder: '/work' }
    const sandboxPolicy = { folder: 'writable', network: true } as const
    return this.shells.start({
      ...place,
      id: WorkId.parse(id),
      command: id,
      sandboxPolicy,
      ...given,
    })
  }

  get rows(): readonly ShellCommand[] {
    return this.shells.of(C1, ALL)
  }

  get stands(): readonly string[] {
    return this.rows.map(({ command, phase }) =>
      phase.type === 'stopped' ? `${command} stopped by ${phase.by}` : `${command} ${phase.type}`,
    )
  }
}

test('a command is recorded before it starts, and so is its end', async () => {
  const rig = new Rig()
  rig.start('ls')
  expect(rig.store.shellCommand(WorkId.parse('ls'))?.phase).toEqual({ type: 'running' })
  rig.begun[0]?.request.onOutput('a\n')
  expect(rig.rows[0]?.output).toBe('a\n')
  rig.begun[0]?.end({ type: 'exited', code: 0, output: 'a\nb\n' })
  await rig.shells.close()
  expect(rig.rows).toMatchObject([{ phase: { type: 'exited', code: 0 }, output: 'a\nb\n' }])
  expect(rig.counts).toEqual([1, 0])
})

test('a command starts once its record is on disk, unless it was stopped by then', async () => {
  const rig = new Rig()
  const { promise, resolve } = Promise.withResolvers<'kept'>()
  rig.store.flushed = promise
  rig.start('ls')
  rig.start('make')
  rig.shells.stop(WorkId.parse('make'))
  expect(rig.begun).toEqual([])
  resolve('kept')
  await new Promise((next) => {
    setImmediate(next)
  })
  expect(rig.begun.map(({ request }) => request.command)).toEqual(['ls'])
  expect(rig.stands).toEqual(['ls running', 'make stopped by person'])
})

test('a command that cannot be recorded does not start', () => {
  const rig = new Rig()
  rig.store.failing = 'full'
  expect(rig.start('ls')).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(rig.begun).toEqual([])
  expect(rig.shells.countOf(C1)).toBe(0)
})

test('the same command sent twice runs once, and a fifth one does not start', () => {
  const rig = new Rig()
  for (let count = 0; count < MAX_SHELL_COMMANDS; count += 1) rig.start(`run ${count}`)
  expect(rig.start('run 0')).toEqual({ ok: true, value: {} })
  expect(rig.start('one more')).toMatchObject({ ok: false })
  expect(rig.begun).toHaveLength(MAX_SHELL_COMMANDS)
})

test('Stop ends all commands of a conversation, and their output stays', async () => {
  const rig = new Rig()
  rig.start('here')
  rig.start('elsewhere', { conversationId: ConversationId.parse('c2') })
  rig.begun[0]?.request.onOutput('half')
  rig.shells.stopIn(C1)
  expect(rig.begun.map(({ request }) => request.signal.aborted)).toEqual([true, false])
  await rig.shells.close()
  expect(rig.rows).toMatchObject([{ phase: { type: 'stopped', by: 'person' }, output: 'half' }])
})

test('quitting ends running commands and records it; switching the network off ends those that use it', async () => {
  const rig = new Rig()
  rig.start('fenced', { sandboxPolicy: { folder: 'writable', network: false } })
  rig.start('online')
  rig.shells.withdraw(C1, { network: true, writing: true })
  await rig.shells.close()
  expect(rig.stands).toEqual(['fenced stopped by quit', 'online stopped by network'])
})

test('a command left by a killed app is interrupted, and no longer runs', () => {
  const rig = new Rig()
  rig.start('lost')
  rig.store.interruptShellCommands()
  expect(rig.store.shellCommand(WorkId.parse('lost'))?.phase).toEqual({ type: 'interrupted' })
})

test.each(['locked', 'full'] as const)(
  'an end that the disk does not take (%s) is shown with its output, and written later',
  async (fault) => {
    const rig = new Rig()
    rig.start('ls')
    rig.store.failing = fault
    rig.begun[0]?.end({ type: 'exited', code: 2, output: 'no such file' })
    await rig.time.settle()
    const ended = { phase: { type: 'exited', code: 2 }, output: 'no such file' }
    expect(rig.rows).toMatchObject([ended])
    await rig.time.advance(60_000)
    expect(rig.store.shellCommand(WorkId.parse('ls'))?.phase).toEqual({ type: 'running' })
    rig.store.failing = null
    await rig.time.advance(1_000)
    expect(rig.store.shellCommand(WorkId.parse('ls'))).toMatchObject(ended)
    expect(rig.time.pulses).toBe(0)
  },
)

test('quitting gives an end that the disk did not take a last try', async () => {
  const rig = new Rig()
  rig.start('ls')
  rig.store.failing = 'locked'
  rig.begun[0]?.end({ type: 'exited', code: 0, output: '' })
  await rig.time.settle()
  rig.store.failing = null
  await rig.shells.close()
  expect(rig.store.shellCommand(WorkId.parse('ls'))?.phase).toMatchObject({ type: 'exited' })
  expect(rig.time.pulses).toBe(0)
})

test('a command of an earlier run that could not be marked at the start is not shown as running', () => {
  const rig = new Rig()
  const phase = { type: 'running' } as const
  const row = { id: WorkId.parse('old'), command: 'old', afterSeq: 0, since: 1 }
  rig.store.beginShellCommand(C1, { ...row, phase, isSandboxed: true, output: '' })
  expect(rig.stands).toEqual(['old interrupted'])
})
