import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { storedBytes } from '../../blobs/stored-bytes.fixture.ts'
import { ToolContent } from '../../../../shared/messages/content.ts'
import { Workspace, type CallAnswer } from '../calling.fixture.ts'
import { workspaceForEachTest } from '../workspace-for-each.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
}

async function read(path: string): Promise<CallAnswer & Pick<Workspace, 'images'>> {
  const answer = await workspace.call('read_file', { path })
  return { ...answer, images: workspace.images }
}

async function refusalOf(path: string): Promise<string> {
  const { images, outcome, text } = await read(path)
  expect([outcome, images]).toEqual(['failed', []])
  expect(text).toMatch(/Convert it to PNG or JPEG with bash/)
  return text
}

test('for an image the model sees the copy, which is stored before the result names it', async () => {
  workspace.write('docs/plan.png', await plain(3_000, 1_000).png().toBuffer())
  const { images, ...answer } = await read('docs/plan.png')
  expect(answer).toEqual({
    outcome: 'ok',
    text: 'docs/plan.png: an image of 1,568 × 523 pixels. Scaled down: 3,000 × 1,000 to 1,568 × 523.',
    summary: '1,568 × 523',
  })
  const [image] = images
  expect(image).toMatchObject({ name: 'plan.png', mediaType: 'image/png', width: 1_568 })
  expect(ToolContent.parse(image)).toEqual(image)
  const bytes = image === undefined ? null : storedBytes(workspace.blobs, image.blob)
  expect(bytes?.length).toBe(image?.bytes)
  const { width, height } = await sharp(bytes ?? Buffer.alloc(0)).metadata()
  expect([width, height]).toEqual([1_568, 523])
})

test.for([
  ['photo.jpg', (it: Sharp) => it.jpeg()],
  ['photo.webp', (it: Sharp) => it.webp()],
  ['photo.gif', (it: Sharp) => it.gif()],
  ['photo.avif', (it: Sharp) => it.avif()],
  ['photo.tiff', (it: Sharp) => it.tiff()],
  ['mislabelled.txt', (it: Sharp) => it.png()],
] as const)('%s is shown, by its content', async ([name, make]) => {
  workspace.write(name, await make(plain(40, 20)).toBuffer())
  expect(await read(name)).toMatchObject({ outcome: 'ok', images: [{ width: 40, height: 20 }] })
})

test('an image that cannot be shown is explained, with a way around it', async () => {
  const whole = await plain(400, 300).png().toBuffer()
  workspace.write('cut.png', whole.subarray(0, whole.length / 2))
  workspace.write('old.bmp', Buffer.from(`BM${'\0'.repeat(60)}`))
  workspace.write('photo.heic', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0heicmif1', 'latin1'))
  expect(await refusalOf('cut.png')).toContain('cut.png is a PNG image, but damaged or cut off.')
  expect(await refusalOf('old.bmp')).toContain('old.bmp is a BMP image')
  expect(await refusalOf('photo.heic')).toContain('photo.heic is an HEIC photo')
})

test('an image of 2 GB is not read', async () => {
  const path = workspace.write('huge.png', await plain(40, 20).png().toBuffer())
  truncateSync(path, 2 ** 31)
  expect(await read('huge.png')).toMatchObject({
    outcome: 'failed',
    text: expect.stringMatching(/image of 2048\.0 MB; at most 50 MB/),
  })
})

test('an SVG drawing is text, and is read as such', async () => {
  workspace.write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect((await read('logo.svg')).text).toContain('1\t<svg')
})

test('a copy that cannot be stored is reported, and no result names it', async () => {
  workspace.write('cat.png', await plain(40, 20).png().toBuffer())
  writeFileSync(join(workspace.dataFolder, 'blobs'), 'a file stands where the blobs go')
  expect(await read('cat.png')).toMatchObject({
    outcome: 'failed',
    text: expect.stringContaining('could not be saved'),
    images: [],
  })
})

test('a stop ends the preparation of an image', async () => {
  workspace.write('wall.png', await plain(6_000, 6_000).png().toBuffer())
  const facts = await workspace.inspect('read_file', { path: 'wall.png' })
  const stop = new AbortController()
  const running = workspace.run(facts, { signal: stop.signal })
  stop.abort()
  expect((await running).outcome).toBe('aborted')
})

test('reading the same image twice gives the same result, so loops are detected', async () => {
  workspace.write('cat.png', await plain(40, 20).png().toBuffer())
  const [one, two] = [await read('cat.png'), await read('cat.png')]
  expect(one).toEqual(two)
})
