import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { createComposerRig, RIG_ID } from '../../fakes/composer-rig.ts'
import { fileAttachmentOf } from '../../../client/fakes/samples.ts'

test('a named file goes with the message that waits for it', async () => {
  const rig = createComposerRig()
  rig.type('Read @src/app.ts')
  void rig.composing.mention(RIG_ID, 'src/app.ts')
  rig.composing.send(RIG_ID)
  expect(rig.host.all('message.send')).toEqual([])
  expect(inputOf(rig.host.last('files.attach'))).toMatchObject({ path: 'src/app.ts' })
  const attachment = fileAttachmentOf('src/app.ts')
  rig.host.last('files.attach').answer({ attachment })
  await settled()
  expect(inputOf(rig.host.last('message.send'))).toMatchObject({ attachments: [attachment] })
})

test('named twice, it is attached once', async () => {
  const rig = createComposerRig()
  void rig.composing.mention(RIG_ID, 'src/app.ts')
  rig.host.last('files.attach').answer({ attachment: fileAttachmentOf('src/app.ts') })
  await settled()
  await rig.composing.mention(RIG_ID, 'src/app.ts')
  expect(rig.host.all('files.attach')).toHaveLength(1)
})

test.each([
  ['is no text', { attachment: null }],
  ['cannot be read', appError('storage', 'The disk is full.')],
])('a file that %s is only named by its path', async (_, answer) => {
  const rig = createComposerRig()
  rig.type('Look at @cat.png')
  void rig.composing.mention(RIG_ID, 'cat.png')
  if ('code' in answer) rig.host.last('files.attach').refuse(answer)
  else rig.host.last('files.attach').answer(answer)
  await settled()
  expect(rig.now()).toMatchObject({ files: [], text: 'Look at @cat.png' })
  rig.composing.dispatch(RIG_ID, { type: 'removalUndone' })
  expect(rig.now().files).toEqual([])
})

test('a file leaves the message with the last of its names, and one that was never named stays', async () => {
  const rig = createComposerRig()
  const names = () => rig.now().files.map(({ name }) => name)
  rig.type('@src/app.ts and @src/app.ts')
  for (const path of ['src/app.ts', 'other.ts']) {
    void rig.composing.mention(RIG_ID, path)
    rig.host.last('files.attach').answer({ attachment: fileAttachmentOf(path) })
  }
  await settled()
  rig.type('and @src/app.ts.')
  expect(names()).toEqual(['src/app.ts', 'other.ts'])
  rig.type('and @src/app.tsx')
  expect(names()).toEqual(['other.ts'])
  rig.type('')
  expect(names()).toEqual(['other.ts'])
})

test('a named file that a lost connection left unread is read over the next one, if it is still named', async () => {
  const rig = createComposerRig()
  rig.type('@src/app.ts and @other.ts')
  for (const path of ['src/app.ts', 'other.ts']) void rig.composing.mention(RIG_ID, path)
  rig.host.cut()
  await settled()
  rig.type('@src/app.ts')
  expect(rig.now().files).toMatchObject([{ name: 'src/app.ts', type: 'preparing' }])
  void rig.client.attach(rig.host.connect())
  rig.composing.reconnected()
  expect(rig.host.all('files.attach').slice(2).map(inputOf)).toMatchObject([{ path: 'src/app.ts' }])
  const attachment = fileAttachmentOf('src/app.ts')
  rig.host.last('files.attach').answer({ attachment })
  await settled()
  expect(rig.files()).toEqual([attachment])
})
