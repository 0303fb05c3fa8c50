import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { storedBytes } from '../blobs/stored-bytes.fixture.ts'
import { type AttachedImage, isImage } from '../../../shared/messages/attachment.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import { MAX_COPY_BYTES, MAX_COPY_PIXELS } from '../../../shared/models/image-limits.ts'
import { Workspace } from '../tools/calling.fixture.ts'
import { workspaceForEachTest } from '../tools/workspace-for-each.fixture.ts'
import { attach } from './attaching.fixture.ts'
import { type Rgb, SHOWN, type ShownImage } from './image-matrix.fixture.ts'
import { REFUSED } from './refused-files.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

type Copy = Pick<AttachedImage, 'mediaType' | 'bytes' | 'width' | 'height'>

/** Opens the stored copy again: this is what the model gets. */
async function expectCopy(blob: BlobHash, copy: Copy, image: ShownImage): Promise<void> {
  const bytes = storedBytes(workspace.blobs, blob)
  if (bytes === null) throw new Error('the copy is not there')
  const { format, width, height, space, hasAlpha, ...facts } = await sharp(bytes).metadata()
  expect(bytes.length).toBeLessThanOrEqual(MAX_COPY_BYTES)
  expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_COPY_PIXELS)
  expect([width, height]).toEqual([image.width, image.height])
  const { mediaType } = copy
  expect(copy).toMatchObject({ mediaType: `image/${format}`, bytes: bytes.length, width, height })
  expect(['image/png', 'image/jpeg', 'image/webp']).toContain(mediaType)
  expect(space).toBe('srgb')
  if (image.isSeeThrough === true) expect(hasAlpha).toBe(true)
  for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'comments', 'pages', 'orientation'] as const) {
    expect([kind, facts[kind]]).toEqual([kind, undefined])
  }
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { colours = [] } = image
  for (const [index, wanted] of colours.entries()) {
    const x = Math.floor(((index % 2) * 2 + 1) * (width / 4))
    const y = Math.floor((index < 2 ? 1 : 3) * (height / 4))
    expectColour([...data.subarray((y * width + x) * 3).subarray(0, 3)], wanted)
  }
}

function expectColour(found: readonly number[], wanted: Rgb): void {
  const far = found.filter((value, index) => Math.abs(value - (wanted[index] ?? 0)) > 12)
  expect(far.length === 0 ? wanted : found).toEqual(wanted)
}

function keptFiles(): readonly string[] {
  return readdirSync(workspace.dataFolder, { recursive: true, encoding: 'utf8' })
}

test('row 19: the matrix has at least 40 files, no two with the same name', () => {
  const names = [...SHOWN, ...REFUSED].map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(40)
  expect(new Set(names).size).toBe(names.length)
})

// covers REQ-BED-013.2b
test.each(SHOWN.map((image) => [image.name, image] as const))(
  'row 19: %s becomes a copy within all limits, attached by a person or read by the agent',
  { timeout: 120_000 },
  async (name, image) => {
    const bytes = await image.make()
    const prepared = await attach(workspace.blobs, name, bytes)
    if (prepared.type === 'refused') throw new Error(prepared.reason)
    const { attachment, notice } = prepared
    if (!isImage(attachment)) throw new Error('no image')
    expect(notice).toBe(image.notice ?? null)
    expect(Buffer.from(storedBytes(workspace.blobs, attachment.original) ?? []).equals(bytes)).toBe(
      true,
    )
    await expectCopy(attachment.copy, attachment, image)

    workspace.write(name, bytes)
    const answer = await workspace.call('read_file', { path: name })
    const [seen, ...others] = workspace.images
    expect([answer.outcome, others]).toEqual(['ok', []])
    if (image.notice !== undefined) expect(answer.text).toContain(image.notice)
    if (seen === undefined) throw new Error('the agent saw no image')
    expect(seen.blob).toBe(attachment.copy)
    await expectCopy(seen.blob, seen, image)
  },
)

test.each(REFUSED.map((file) => [file.name, file] as const))(
  'row 19: %s becomes no copy: it is refused in words before anything is kept, or a person attaches it as what it is',
  async (name, { card, make, toAgent }) => {
    const bytes = await make()
    const prepared = await attach(workspace.blobs, name, bytes)
    if (card instanceof RegExp) {
      if (prepared.type === 'ready') throw new Error('it was taken')
      expect(prepared.reason).toMatch(card)
      expect(keptFiles()).toEqual([])
    } else {
      const facts = { kind: 'file', name, bytes: bytes.length, ...card }
      expect(prepared).toMatchObject({ type: 'ready', attachment: facts })
    }
    const kept = keptFiles()

    workspace.write(name, bytes)
    const answer = await workspace.call('read_file', { path: name })
    expect(answer.outcome).toBe(toAgent === 'text' ? 'ok' : 'failed')
    if (toAgent !== 'text') expect(answer.text).toMatch(toAgent)
    expect([workspace.images, keptFiles()]).toEqual([[], kept])
  },
)

test('row 19: the whole matrix took less than 1.5 GB of memory', () => {
  expect(process.resourceUsage().maxRSS).toBeLessThan(1_500_000)
})
