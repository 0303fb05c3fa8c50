import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { ConversationId } from '../../shared/ids.ts'
import { appShowing } from '../fakes/app-on-fake-host.ts'
import { type FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import type { App } from './app.ts'

const shown = ConversationId.parse('c1')
let host: FakeHost
let app: App

beforeEach(async () => void ({ host, app } = await appShowing(shown)))
afterEach(() => void vi.unstubAllGlobals())

const codeOfNotice = () => app.composing.of(shown).notice?.code

test.each([
  ['turn.continue', () => app.continueTurn()],
  ['turn.retry', () => app.retryTurn(shown)],
  ['turn.compact', () => app.compactTurn()],
  ['attachments.drop', () => app.dropAttachments()],
] as const)(
  'a refused %s is noticed, and the notice goes when it is accepted',
  async (command, act) => {
    act()
    host.last(command).refuse(appError('folderGone', 'It is gone.'))
    await settled()
    expect(codeOfNotice()).toBe('folderGone')
    act()
    host.last(command).answer({})
    await settled()
    expect(codeOfNotice()).toBeUndefined()
  },
)

test('a compaction names the message up to which it reaches only when it is one of a part', () => {
  app.compactTurn()
  expect(inputOf(host.last('turn.compact'))).toEqual({ conversationId: shown })
  app.compactTurn({ throughSeq: 7 })
  expect(inputOf(host.last('turn.compact'))).toEqual({ conversationId: shown, throughSeq: 7 })
})
