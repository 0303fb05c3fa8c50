import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ID } from '../../runtime/fakes/contracts/store-samples.ts'
import { ok } from '../../../shared/result.ts'
import {
  OTHER,
  places,
  removeDiscarded,
  image,
  addMessage,
  hashesOf,
} from './discarded-files.fixture.ts'

test('many histories are searched in slices, to the end', async () => {
  const at = places()
  const sent = await image(at, 'sent')
  addMessage(at, ID, [sent])
  for (let n = 0; n < 300; n++) addMessage(at, OTHER, n === 299 ? [sent] : [])
  at.store.removeConversations([ID])
  await removeDiscarded(at)
  for (const hash of hashesOf(sent)) expect(at.blobs.sizeOf(hash)).toEqual(ok(expect.any(Number)))
  expect(existsSync(at.folder)).toBe(true)
})
