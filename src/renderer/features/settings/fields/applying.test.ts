import { beforeEach, expect, test } from 'vitest'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { appError, type AppError } from '../../../../shared/app-error.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { SettingsChange, SettingsView } from '../../../../shared/settings/settings.ts'
import { settled } from '../../../../client/fakes/fake-host.ts'
import { SAMPLE_SETTINGS } from '../../../../client/fakes/sample-settings.ts'
import { watchLine } from '../../../state/line-watch.ts'
import type { Shell } from '../../../state/shell.ts'
import { TypedTexts } from '../../typed-texts.ts'
import { Applying } from './applying.svelte.ts'

let settings: SettingsView
let saved: SettingsChange[]
let refusal: AppError | null
let held: (() => void)[] | null
let applying: Applying
let shell: StoreApi<Shell>
let typed: TypedTexts

beforeEach(() => {
  settings = SAMPLE_SETTINGS
  saved = []
  refusal = null
  held = null
  shell = createStore(() => ({ line: { type: 'online' } }) as Shell)
  const save = async (change: SettingsChange): Promise<Result<SettingsView, AppError>> => {
    saved.push(change)
    await new Promise<void>((go) => (held === null ? go() : held.push(go)))
    if (refusal !== null) return failed(refusal)
    const {
      behaviour,
      apiKey: _key,
      timeouts: _timeouts,
      favouriteModels: _models,
      hiddenModels: _hidden,
      ...own
    } = change
    const { shortcuts: _keys, ...given } = behaviour ?? {}
    return ok({
      ...settings,
      ...own,
      behaviour: { ...settings.behaviour, ...given },
    } as SettingsView)
  }
  typed = new TypedTexts({ getItem: () => null, setItem: () => {} })
  applying = new Applying({
    client: { request: ((_: string, change: SettingsChange) => save(change)) as never },
    line: watchLine(shell),
    typed,
    settings: () => settings,
    setSettings: (next) => (settings = next),
  })
})

function setLine(type: 'online' | 'connecting'): void {
  shell.setState({ line: type === 'online' ? { type } : { type, failures: 1 } })
  refusal = type === 'online' ? null : appError('disconnected', 'Can’t reach Phoenix right now.')
}

test('what a lost connection interrupts is saved when it is back, and closing does not wait for it', async () => {
  setLine('connecting')
  applying.type('editorCommand', 'zed')
  void applying.commit('editorCommand')
  void applying.choose('Effort', { behaviour: { effort: 'high' } }, null)
  await settled()
  expect(await applying.settle()).toBe(true)
  expect(applying.problemOf('editorCommand')).toBe('')
  expect(applying.textOf('editorCommand')).toBe('zed')
  setLine('online')
  await settled()
  expect(settings.behaviour).toMatchObject({ editorCommand: 'zed', effort: 'high' })
  expect(applying.holdsDrafts).toBe(false)
  expect(applying.problem).toBe('')
})

test('a text that was taken back while the connection was lost is not saved later', async () => {
  const before = applying.textOf('editorCommand')
  setLine('connecting')
  applying.type('editorCommand', 'zed')
  void applying.commit('editorCommand')
  await settled()
  applying.type('editorCommand', before)
  void applying.commit('editorCommand')
  setLine('online')
  await settled()
  expect(applying.textOf('editorCommand')).toBe(before)
})

test('a text that was taken back while the host saved it is saved again', async () => {
  const before = applying.textOf('editorCommand')
  held = []
  applying.type('editorCommand', 'zed')
  void applying.commit('editorCommand')
  await settled()
  applying.type('editorCommand', before)
  const done = applying.commit('editorCommand')
  held.splice(0).forEach((go) => go())
  held = null
  await done
  await settled()
  expect(applying.textOf('editorCommand')).toBe(before)
})

test('leaving a field saves it once, and the change can be undone', async () => {
  applying.type('model', 'opus')
  applying.type('toolCallsPerTurn', '7')
  await Promise.all([applying.commit('model'), applying.commit('model')])
  expect(saved).toEqual([{ model: 'opus' }])
  expect(applying.applied?.label).toBe('Model')
  expect(applying.textOf('toolCallsPerTurn')).toBe('7')
  await applying.undo()
  expect(saved.at(-1)).toEqual({ model: null })
  expect(settings.model).toBeNull()
})

test('an invalid value is not sent, stays in its field, and keeps Settings open until it can have been read', async () => {
  applying.type('toolCallsPerTurn', 'many')
  expect(await applying.settle()).toBe(false)
  expect(saved).toEqual([])
  expect(applying.textOf('toolCallsPerTurn')).toBe('many')
  expect(applying.problemOf('toolCallsPerTurn')).toContain('whole number')
  expect(await applying.settle()).toBe(true)
  expect(applying.holdsDrafts).toBe(true)
  applying.discard()
  expect(applying.textOf('toolCallsPerTurn')).toBe('1,000')
})

test('a value refused by the host stays with its sentence, and is sent again only once it is changed', async () => {
  refusal = appError('invalidInput', 'The base URL must start with http.')
  applying.type('baseUrl', 'nowhere')
  await applying.commit('baseUrl')
  await applying.commit('baseUrl')
  expect(saved).toHaveLength(1)
  expect(applying.problemOf('baseUrl')).toBe('The base URL must start with http.')
  refusal = null
  applying.type('baseUrl', 'http://127.0.0.1:1')
  expect(applying.problemOf('baseUrl')).toBe('')
  expect(await applying.settle()).toBe(true)
  expect(settings.baseUrl).toBe('http://127.0.0.1:1')
  expect(applying.holdsDrafts).toBe(false)
})

test('a text that the host saved while the page was reloaded is not called unsaved', () => {
  const name = 'budgetMinutes'
  settings = { ...settings, behaviour: { ...settings.behaviour, budgetMinutes: 30 } }
  typed.set(`settings ${name}`, '30')
  expect(applying.holdsDrafts).toBe(false)
  typed.set(`settings ${name}`, 'many')
  expect(applying.holdsDrafts).toBe(true)
})

test('text typed while the host saves stays in the field', async () => {
  held = []
  applying.type('editorCommand', 'zed')
  const done = applying.commit('editorCommand')
  await settled()
  applying.type('editorCommand', 'zed -n')
  held.splice(0).forEach((go) => go())
  held = null
  await done
  expect(settings.behaviour.editorCommand).toBe('zed')
  expect(applying.textOf('editorCommand')).toBe('zed -n')
  expect(await applying.settle()).toBe(true)
  expect(settings.behaviour.editorCommand).toBe('zed -n')
})

test('a choice names itself, is sent by itself, and is undone to the previous one', async () => {
  await applying.choose(
    'Effort',
    { behaviour: { effort: 'high' } },
    { behaviour: { effort: 'auto' } },
  )
  expect(saved).toEqual([{ behaviour: { effort: 'high' } }])
  await applying.undo()
  expect(settings.behaviour.effort).toBe('auto')
  refusal = appError('storage', 'The disk is full.')
  await applying.choose('Effort', { behaviour: { effort: 'low' } }, null)
  expect(applying.problem).toBe('Effort: The disk is full.')
  expect(applying.applied?.label).toBe('Effort')
})

test('closing saves no model name that nobody chose', async () => {
  applying.type('model', 'hai')
  expect(await applying.settle()).toBe(false)
  expect(saved).toEqual([])
  expect(applying.problemOf('model')).toContain('Pick a model')
})

test('a typed key is sent once, saved on demand, and never undone', async () => {
  applying.key = ' sk-1 '
  expect(await applying.settle()).toBe(false)
  expect(await applying.settle()).toBe(true)
  expect(saved).toEqual([])
  applying.discard()
  expect(JSON.stringify(applying)).not.toContain('sk-')
  applying.key = ' sk-2 '
  expect(await applying.settle()).toBe(false)
  await applying.saveKey()
  expect(saved).toEqual([{ apiKey: 'sk-2' }])
  expect(applying.key).toBe('')
  expect(JSON.stringify(applying)).not.toContain('sk-')
  expect(applying.applied).toEqual({ label: 'API key', undo: null })
})
