import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { type ComposerRig, createComposerRig, RIG_ID } from '../../fakes/composer-rig.ts'
import { draftRunner } from './draft-runner.ts'

let rig: ComposerRig
let run: () => void

beforeEach(() => {
  vi.useFakeTimers()
  rig = createComposerRig()
  const runDraft = draftRunner(rig)
  run = () => void runDraft(RIG_ID)
})
afterEach(() => void vi.useRealTimers())

const ids = (): unknown[] =>
  rig.host.all('shell.run').map((asked) => (inputOf(asked) as { readonly id: unknown }).id)

async function loseAnswer(): Promise<void> {
  rig.host.cut()
  await settled()
  void rig.client.attach(rig.host.connect())
}

test('a command is cleared once it is recorded, and pressed twice it is asked for once', async () => {
  rig.type('!make')
  run()
  run()
  expect(ids()).toHaveLength(1)
  rig.host.last('shell.run').answer({})
  await settled()
  expect(rig.now().text).toBe('')
  rig.type('!make')
  run()
  expect(new Set(ids()).size).toBe(2)
})

test('a command whose answer was lost is the same one when it is pressed again', async () => {
  rig.type('!make')
  run()
  await loseAnswer()
  expect(rig.now().text).toBe('!make')
  run()
  expect(ids()).toHaveLength(2)
  expect(new Set(ids()).size).toBe(1)
  rig.host.last('shell.run').answer({})
  await settled()
  expect(rig.now().text).toBe('')
})

test.each([
  [
    'another text was in the field since',
    async () => {
      await loseAnswer()
      rig.type('')
      rig.type('!make')
    },
  ],
  [
    'the host refused it',
    async () => {
      rig.host.last('shell.run').refuse(appError('storage', 'The disk is full.'))
      await settled()
    },
  ],
])('it is a new one if %s', async (_, happens) => {
  rig.type('!make')
  run()
  await happens()
  run()
  expect(ids()).toHaveLength(2)
  expect(new Set(ids()).size).toBe(2)
})
