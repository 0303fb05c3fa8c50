import type { CallToolResult } from '@modelcontextprotocol/client'
import * as z from '../../../shared/schema.ts'
import type { ToolContent } from '../../../shared/messages/content.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { plainText } from '../processes/output/terminal-text.ts'
import { within } from '../system/within.ts'
import { cappedText, inKilobytes, MAX_RESULT_BYTES } from '../tools/definition/capped.ts'
import type { PictureOptions } from '../tools/reading/read-picture.ts'
import { ABORTED, type ToolResult } from '../tools/definition/tool.ts'

/** The limit for one result; a request has a separate budget for all of them. */
const MAX_IMAGES = 5
const IMAGE_MS = 20_000

const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
])
type Part = z.infer<typeof Part>

interface Pieces {
  readonly texts: string[]
  readonly images: Extract<ToolContent, { type: 'image' }>[]
  /** All bytes of all texts, including what was cut. */
  bytes: number
  /** How much more text is kept, line breaks included, in UTF-16 units. */
  room: number
  /** Images that were looked at, whether or not they could be shown. */
  seenImages: number
  isCut: boolean
}

/** Converts an answer for the model: text within its limit, images as copies that models can see. */
export async function toolResultOf(
  {
    content,
    isError,
    structuredContent,
  }: Pick<CallToolResult, 'content' | 'isError' | 'structuredContent'>,
  pictures: PictureOptions,
  signal: AbortSignal,
): Promise<ToolResult> {
  const counts = { bytes: 0, room: MAX_RESULT_BYTES, seenImages: 0, isCut: false }
  const pieces: Pieces = { texts: [], images: [], ...counts }
  for (const each of content) {
    const part = Part.safeParse(each)
    if (part.success) await take(part.data, pieces, pictures, signal)
    else say(pieces, '[A part of the answer is of a kind that Phoenix does not know.]')
    if (signal.aborted) return ABORTED
  }
  const hasText = content.some(({ type }) => type === 'text')
  if (structuredContent !== undefined && !hasText) say(pieces, jsonOf(structuredContent))
  const whole = pieces.texts.join('\n')
  const shown = cappedText(whole)
  const isCut = pieces.isCut || shown.length < whole.length
  const note = isCut ? `\n[… only the beginning of ${inKilobytes(pieces.bytes)} is here …]` : ''
  const output = `${shown}${note}`
  const text = output.trim() === '' && pieces.images.length === 0 ? '(no output)' : output
  return {
    outcome: isError === true ? 'failed' : 'ok',
    content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...pieces.images],
    summary: isError === true ? 'error' : null,
    files: [],
    fingerprint: `${output} ${pieces.images.map(({ blob }) => blob).join(' ')}`,
  }
}

async function take(
  part: Part,
  pieces: Pieces,
  pictures: PictureOptions,
  signal: AbortSignal,
): Promise<void> {
  switch (part.type) {
    case 'text':
      say(pieces, part.text)
      return
    case 'image':
      await show(part, 'image', pieces, pictures, signal)
      return
    case 'audio':
      say(pieces, `[Audio (${part.mimeType.slice(0, 100)}), which models cannot hear here.]`)
      return
    case 'resource_link':
      say(pieces, `[Resource ${part.uri.slice(0, 500)} ${part.name?.slice(0, 200) ?? ''}]`)
      return
    case 'resource': {
      const { blob, mimeType = '', text, uri } = part.resource
      const name = uri.slice(0, 500)
      if (text !== undefined) say(pieces, `[Resource ${name}]\n${text}`)
      else if (blob !== undefined && mimeType.startsWith('image/'))
        await show({ data: blob }, name, pieces, pictures, signal)
      else say(pieces, `[Resource ${name} (${mimeType.slice(0, 100)}) is no text.]`)
      return
    }
    default:
      assertNever(part)
  }
}

function say(pieces: Pieces, text: string): void {
  pieces.bytes += Buffer.byteLength(text)
  // Anything over the limit is counted, not kept.
  const { room } = pieces
  if (text.length > room) pieces.isCut = true
  if (room > 0) pieces.texts.push(plainText(text.slice(0, room)))
  pieces.room -= text.length + 1
}

async function show(
  { data }: { readonly data: string },
  name: string,
  pieces: Pieces,
  { blobs, images }: PictureOptions,
  signal: AbortSignal,
): Promise<void> {
  pieces.seenImages += 1
  if (pieces.seenImages > MAX_IMAGES) {
    say(pieces, `[Another image is left out: at most ${MAX_IMAGES} are shown.]`)
    return
  }
  const preparing = images.prepare(Buffer.from(data, 'base64'), name)
  const prepared = await within(preparing, IMAGE_MS, signal)
  if (prepared.type !== 'done') return
  if (prepared.value.type === 'refused') {
    say(pieces, `[An image cannot be shown: ${prepared.value.problem}]`)
    return
  }
  const { copy, height, mediaType, name: shown, width } = prepared.value
  const kept = await blobs.keep(copy)
  if (!kept.ok) {
    say(pieces, '[An image could not be saved, so it is not shown.]')
    return
  }
  const facts = { mediaType, name: shown, bytes: copy.length, width, height }
  pieces.images.push({ type: 'image', blob: kept.value, ...facts })
}

/** A value that is nested too deep has no JSON. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return '[The structured answer could not be read: it is nested too deep.]'
  }
}
