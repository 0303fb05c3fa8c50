import { expect, test } from 'vitest'
import type { Attachment } from '../../../shared/messages/attachment.ts'
import type { CallId, WorkId } from '../../../shared/ids.ts'
import { append, ID, input, lifecycle } from '../../runtime/fakes/contracts/store-samples.ts'
import type { DiscardedFilesPort } from '../../runtime/ports/file-ports.ts'
import {
  OTHER,
  DAY,
  type Places,
  places,
  leftoversOf,
  filesOf,
  image,
  addMessage,
  filesLeft,
  hashesOf,
} from './discarded-files.fixture.ts'

/** Notes how many of these files were removed in each turn of the loop. */
function noting(files: DiscardedFilesPort, turns: number[]): DiscardedFilesPort {
  let isNew = true
  const note = (count: number): void => {
    if (isNew) {
      turns.push(0)
      setImmediate(() => (isNew = true))
    }
    isNew = false
    turns.push((turns.pop() ?? 0) + count)
  }
  return {
    ...files,
    removeOfCalls: (callIds) => {
      note(callIds.length)
      return files.removeOfCalls(callIds)
    },
    removeBlob: (hash, since) => {
      note(1)
      return files.removeBlob(hash, since)
    },
  }
}

async function manyImages(at: Places): Promise<readonly Attachment[]> {
  const all: Attachment[] = []
  for (let n = 0; n < 60; n++) all.push(await image(at, `image ${n}`))
  return all
}

function isKept(at: Places, attachment: Attachment): boolean {
  return hashesOf(attachment).every((hash) => {
    const size = at.blobs.sizeOf(hash)
    return size.ok && size.value !== null
  })
}

test('what a long conversation leaves is removed some at a time, so nothing waits for all of it', async () => {
  const at = places()
  const images = await manyImages(at)
  addMessage(at, ID, images)
  const calls = Array.from({ length: 200 }, (_, n) => {
    const started = {
      type: 'toolStarted',
      callId: `c${n}` as CallId,
      workId: 'w' as WorkId,
    } as const
    return lifecycle(`l${n}`, started)
  })
  append(at.store, { rows: [input('e1'), ...calls] })
  at.store.removeConversations([ID])
  const turns: number[] = []
  await leftoversOf(at, Date.now(), noting(filesOf(at), turns)).remove()
  expect(turns.reduce((sum, each) => sum + each, 0)).toBe(320)
  expect(Math.max(...turns)).toBeLessThanOrEqual(50)
  expect(filesLeft(at)).toEqual([])
  expect(at.store.discarded()).toEqual({ blobs: [], callIds: [] })
})

test('what a draft takes back while others are removed stays', async () => {
  const at = places()
  const all = await manyImages(at)
  const files = filesOf(at)
  const takenBack: Attachment[] = []
  const takeOneBack = (): void => {
    if (takenBack.length === 0)
      takenBack.push(...all.filter((each) => isKept(at, each)).slice(0, 1))
    at.store.saveDraft(OTHER, { text: '', attachments: takenBack, caret: 0 })
  }
  const removeBlob: typeof files.removeBlob = (hash, since) => {
    setImmediate(takeOneBack)
    return files.removeBlob(hash, since)
  }
  await leftoversOf(at, Date.now() + DAY, { ...files, removeBlob }).removeUnused()
  expect(all.filter((each) => isKept(at, each))).toEqual(takenBack)
  expect(takenBack).toHaveLength(1)
})
