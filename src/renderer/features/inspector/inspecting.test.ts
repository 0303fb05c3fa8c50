import { tick } from 'svelte'
import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import { Inspecting } from './inspecting.svelte.ts'

const ID = 'c1' as ConversationId

interface Asked {
  readonly conversationId: ConversationId
  readonly seq: number
}

/** A host that answers on demand. */
function held(): {
  client: Pick<Client, 'request'>
  asked: number[]
  askedOf: ConversationId[]
  answer: () => Promise<void>
} {
  const asked: number[] = []
  const askedOf: ConversationId[] = []
  const waiting: (() => void)[] = []
  const request = (_name: string, { conversationId, seq }: Asked): Promise<unknown> => {
    asked.push(seq)
    askedOf.push(conversationId)
    const value = {
      seq,
      at: 0,
      state: { type: 'idle', unfinished: null },
      turn: null,
      messages: [],
    }
    return new Promise((resolve) => {
      waiting.push(() => resolve({ ok: true, value: { ...value, hasEarlier: false } }))
    })
  }
  const answer = async (): Promise<void> => {
    waiting.shift()?.()
    await tick()
  }
  return { client: { request: request as Client['request'] }, asked, askedOf, answer }
}

test('of places passed during a request, only the last is requested next', async () => {
  const { client, asked, answer } = held()
  const inspecting = new Inspecting(client)
  for (const seq of [9, 8, 7, 6]) void inspecting.show(ID, seq)
  expect(asked).toEqual([9])
  await answer()
  expect(asked).toEqual([9, 6])
  await answer()
  expect(inspecting.pastOf(ID)?.seq).toBe(6)
  expect(inspecting.pastOf('other' as ConversationId)).toBeNull()
})

test('until the selected place is shown, what is shown is behind', async () => {
  const { client, answer } = held()
  const inspecting = new Inspecting(client)
  const behind: boolean[] = []
  const note = (): void => void behind.push(inspecting.isBehind(ID))
  note()
  void inspecting.show(ID, 9)
  note()
  await answer()
  note()
  void inspecting.show(ID, 4)
  note()
  inspecting.showNow()
  note()
  expect(behind).toEqual([false, true, false, true, false])
})

test('an answer that arrives after a person went back to now is not shown, and a new request is made', async () => {
  const { client, asked, answer } = held()
  const inspecting = new Inspecting(client)
  inspecting.toggle()
  void inspecting.show(ID, 9)
  inspecting.toggle()
  await answer()
  expect(inspecting.isOpen).toBe(false)
  expect(inspecting.pastOf(ID)).toBeNull()
  void inspecting.show(ID, 4)
  expect(asked).toEqual([9, 4])
})

test('a place of another conversation, selected during a request, is requested there', async () => {
  const { answer, asked, askedOf, client } = held()
  const inspecting = new Inspecting(client)
  const other = 'c2' as ConversationId
  void inspecting.show(ID, 120)
  void inspecting.show(other, 3)
  expect(inspecting.seqOf(ID)).toBeNull()
  expect(inspecting.seqOf(other)).toBe(3)
  await answer()
  expect(inspecting.pastOf(ID)).toBeNull()
  expect(asked).toEqual([120, 3])
  expect(askedOf).toEqual([ID, other])
  await answer()
  expect(inspecting.pastOf(ID)).toBeNull()
  expect(inspecting.pastOf(other)?.seq).toBe(3)
})
