import { describe, expect, test } from 'vitest'
import { createComposerRig, RIG_ID } from '../../fakes/composer-rig.ts'
import { settled } from '../../../client/fakes/fake-host.ts'
import { attachmentOf } from '../../../client/fakes/samples.ts'
import { ASK } from './outgoing.ts'
import { fileOfPaste, isLongPaste } from './pasted-text.ts'

test.each([
  ['x'.repeat(10_000), false],
  ['x'.repeat(10_001), true],
  ['\n'.repeat(199), false],
  ['\n'.repeat(200), true],
])('a paste is long over 10,000 characters or 200 lines (%#)', (text, isLong) => {
  expect(isLongPaste(text)).toBe(isLong)
})

test('a pasted file has a name of its own, and holds the text', async () => {
  const file = fileOfPaste('grüße', [{ name: 'Pasted text.txt' }, { name: 'Pasted text 2.txt' }])
  expect(file.name).toBe('Pasted text 3.txt')
  const bytes = await file.slice(0, file.size).arrayBuffer()
  expect(new TextDecoder().decode(bytes)).toBe('grüße')
})

const paste = (rig: ReturnType<typeof createComposerRig>): void => {
  rig.type('before after')
  rig.composing.addPasted(RIG_ID, 'LONG', 7)
}

describe('a long text that was pasted', () => {
  test('is a file at once, and what was typed stays', () => {
    const rig = createComposerRig()
    paste(rig)
    expect(rig.now()).toMatchObject({
      text: 'before after',
      files: [{ name: 'Pasted text.txt', type: 'preparing' }],
    })
    expect(rig.now().pasted?.text).toBe('LONG')
  })

  test('returns to the message where it was pasted, and the file is removed', () => {
    const rig = createComposerRig()
    paste(rig)
    rig.composing.dispatch(RIG_ID, { type: 'unpackPressed' })
    expect(rig.now()).toMatchObject({
      text: 'before LONGafter',
      caret: 11,
      files: [],
      pasted: null,
    })
  })

  test('is not left out by a Send that waited for it', async () => {
    const rig = createComposerRig()
    paste(rig)
    rig.composing.send(RIG_ID, ASK)
    rig.composing.dispatch(RIG_ID, { type: 'unpackPressed' })
    await settled()
    expect(rig.now().text).toBe('before LONGafter')
    expect(rig.now().outgoing).toEqual([])
  })

  test('is no longer offered once its file is removed or sent', () => {
    const rig = createComposerRig()
    paste(rig)
    const { key } = rig.now().files[0] ?? { key: '' }
    rig.composing.dispatch(RIG_ID, { type: 'fileRemoved', key })
    expect(rig.now().pasted).toBeNull()
    paste(rig)
    const second = rig.now().files[0]?.key ?? ''
    const prepared = { type: 'ready', attachment: attachmentOf('a'), notice: null } as const
    rig.composing.dispatch(RIG_ID, { type: 'filePrepared', key: second, prepared })
    rig.composing.send(RIG_ID, ASK)
    expect(rig.now().pasted).toBeNull()
  })
})
