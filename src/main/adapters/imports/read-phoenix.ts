import { BlobHash } from '../../../shared/ids.ts'
import { Message } from '../../../shared/messages/message.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { isJson, type Json, jsonIn, parseJson, parseList, textIn } from './foreign-json.ts'

export function isPhoenixExport(json: Json): boolean {
  return json['format'] === 'phoenix-conversation'
}

const DATA_URL = /^data:[^;,]+;base64,(.*)$/s

/** The conversations in the array of a recovery export (`export-rescued.ts`). Empty if the text is something else. */
export function exportsIn(text: string): readonly Json[] {
  if (!text.startsWith('[')) return []
  return parseList(text).filter(isJson).filter(isPhoenixExport)
}

/** Reads what the page's `export-json.ts` writes. */
export function readPhoenix(text: string): ReadSession {
  return phoenixSession(parseJson(text) ?? {})
}

/** Messages are renumbered, so unreadable ones leave no gap. */
export function phoenixSession(json: Json): ReadSession {
  const written = Array.isArray(json['messages']) ? json['messages'] : []
  const seen = new Set<string>()
  const places = new Map<number, number>()
  const messages = written.flatMap((each: unknown): readonly Message[] => {
    const read = Message.safeParse(each)
    if (!read.success || seen.has(read.data.id) || places.has(read.data.seq)) return []
    seen.add(read.data.id)
    places.set(read.data.seq, places.size + 1)
    return [read.data]
  })
  const unread = written.length - messages.length
  const what = unread === 1 ? 'message that cannot be read' : 'messages that cannot be read'
  return {
    title: textIn(json, 'title'),
    folder: textIn(json, 'folder'),
    messages: messages.map((message) => placed(message, places)),
    images: imagesIn(jsonIn(json, 'images')),
    skipped: unread === 0 ? [] : [{ what, count: unread }],
  }
}

/** The message with its new number; a rewind also refers to the new number of its target. */
function placed(message: Message, places: ReadonlyMap<number, number>): Message {
  const { content, seq } = message
  const at = { ...message, seq: places.get(seq) ?? seq }
  if (content.type !== 'rewound') return at
  const fromSeq = places.get(content.fromSeq) ?? at.seq
  return { ...at, content: { ...content, fromSeq } }
}

function imagesIn(images: Json): ReadonlyMap<BlobHash, string> {
  if (!isJson(images)) return new Map()
  return new Map(
    Object.entries(images).flatMap(([name, url]): readonly (readonly [BlobHash, string])[] => {
      const hash = BlobHash.safeParse(name)
      const data = typeof url === 'string' ? DATA_URL.exec(url)?.[1] : undefined
      return hash.success && data !== undefined ? [[hash.data, data]] : []
    }),
  )
}
