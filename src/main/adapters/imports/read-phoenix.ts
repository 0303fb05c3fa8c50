import { createHash } from 'node:crypto'
import { EXPORT_FORMAT, EXPORT_VERSION } from '../../../shared/messages/export-format.ts'
import { BlobHash } from '../../../shared/ids.ts'
import { Message } from '../../../shared/messages/message.ts'
import type { Skipped } from '../../../shared/protocol/import-commands.ts'
import type { PlacedExport, ReadSession } from '../../runtime/ports/import-port.ts'
import { cutExports, type PiecesEnd } from './export-pieces.ts'
import { type Json, parseJson, textIn, timeIn, timeOf } from './foreign-json.ts'

const DATA_URL = /^data:[^;,]+;base64,(.*)$/s

/** Receives what is read, in its order, so nobody holds a whole conversation. */
export interface SessionSink {
  readonly onMessage: (message: Message, bytes: number) => void
  readonly onImage: (hash: BlobHash, data: string) => void
}

interface Exports {
  readonly end: PiecesEnd
  /** True if something in it says that it is an export. */
  readonly isExport: boolean
  /** True if something in it is from a newer Phoenix, whose fields may mean something else. */
  readonly isNewer: boolean
  /** Those with something that a person said. */
  readonly exports: readonly PlacedExport[]
}

/** Finds the conversations in an export of one (`export-json.ts`) or several (`export-rescued.ts`). */
export function findExports(chunks: Iterable<Uint8Array>): Exports {
  const exports: PlacedExport[] = []
  let isExport = false
  let isNewer = false
  let found = beginningAt(0)
  const end = cutExports(chunks, (piece) => {
    switch (piece.type) {
      case 'begin':
        found = beginningAt(piece.at)
        return
      case 'field':
        keepField(found.head, piece.bytes)
        isExport ||= isOfPhoenix(found.head)
        isNewer ||= isOfPhoenix(found.head) && isOfNewer(found.head)
        return
      case 'entry':
        if (piece.list !== 'messages') return
        found.mark.update(piece.bytes)
        found.isSaid ||= isSaid(piece.bytes)
        found.last = new Uint8Array(piece.bytes)
        return
      case 'end':
        if (found.isSaid && isOfPhoenix(found.head)) exports.push(placed(found, piece.at))
    }
  })
  return { end, isExport, isNewer, exports }
}

interface Found {
  readonly from: number
  readonly head: Head
  readonly mark: ReturnType<typeof createHash>
  isSaid: boolean
  last: Uint8Array
}

function beginningAt(from: number): Found {
  const mark = createHash('sha256')
  return { from, head: {}, mark, isSaid: false, last: new Uint8Array() }
}

const HEAD = ['format', 'version', 'title', 'folder'] as const
type Head = Partial<Record<(typeof HEAD)[number], unknown>>

function keepField(head: Head, bytes: Uint8Array): void {
  const field = jsonOf(bytes, '{', '}') ?? {}
  for (const name of HEAD) if (Object.hasOwn(field, name)) head[name] = field[name]
}

function isOfPhoenix({ format }: Head): boolean {
  return format === EXPORT_FORMAT
}

function isOfNewer({ version }: Head): boolean {
  return typeof version === 'number' && version > EXPORT_VERSION
}

function isSaid(bytes: Uint8Array): boolean {
  const read = Message.safeParse(jsonOf(bytes))
  return read.success && read.data.content.type === 'user'
}

function placed({ from, head, last, mark }: Found, to: number): PlacedExport {
  const [title, folder] = [textIn(head, 'title'), textIn(head, 'folder')]
  const at = timeIn(jsonOf(last) ?? {}, 'at') ?? 0
  return { from, to, title, folder, at, mark: mark.update(title).digest('hex') }
}

/** Reads one conversation, whose bytes these are. Messages are renumbered, so unreadable ones leave no gap. */
export function readExport(
  chunks: Iterable<Uint8Array>,
  { onImage, onMessage }: SessionSink,
): Omit<ReadSession, 'messages' | 'images'> {
  const head: Head = {}
  const seen = new Set<string>()
  const places = new Map<number, number>()
  let unread = 0
  let commands = 0
  cutExports(chunks, (piece) => {
    if (piece.type === 'field') keepField(head, piece.bytes)
    if (piece.type !== 'entry') return
    if (piece.list === 'commands') commands++
    if (piece.list === 'images') {
      for (const [name, url] of Object.entries(jsonOf(piece.bytes, '{', '}') ?? {})) {
        const hash = BlobHash.safeParse(name)
        const data = typeof url === 'string' ? DATA_URL.exec(url)?.[1] : undefined
        if (hash.success && data !== undefined) onImage(hash.data, data)
      }
    }
    if (piece.list !== 'messages') return
    const read = Message.safeParse(jsonOf(piece.bytes))
    if (!read.success || seen.has(read.data.id) || places.has(read.data.seq)) {
      unread++
      return
    }
    seen.add(read.data.id)
    places.set(read.data.seq, places.size + 1)
    onMessage(renumbered(read.data, places), piece.bytes.length)
  })
  return {
    title: textIn(head, 'title'),
    folder: textIn(head, 'folder'),
    skipped: [
      ...skippedOf(unread, 'message that cannot be read', 'messages that cannot be read'),
      ...skippedOf(commands, 'command that a person ran', 'commands that a person ran'),
    ],
  }
}

function skippedOf(count: number, one: string, several: string): readonly Skipped[] {
  return count === 0 ? [] : [{ what: count === 1 ? one : several, count }]
}

/** The same, held whole. */
export function readPhoenix(text: string): ReadSession {
  const messages: Message[] = []
  const images = new Map<BlobHash, string>()
  const head = readExport([Buffer.from(text)], {
    onMessage: (message) => messages.push(message),
    onImage: (hash, data) => images.set(hash, data),
  })
  return { ...head, messages, images }
}

/** The message with its new number; what a rewind and the summary of a part refer to came before them. */
function renumbered(message: Message, places: ReadonlyMap<number, number>): Message {
  const { content, seq } = message
  const at = { ...message, seq: places.get(seq) ?? seq, at: timeOf(message.at) ?? 0 }
  if (content.type === 'rewound') {
    const fromSeq = readThrough(content.fromSeq - 1, places) + 1
    return { ...at, content: { ...content, fromSeq } }
  }
  if (content.type !== 'summary' || content.throughSeq === undefined) return at
  const throughSeq = readThrough(content.throughSeq, places)
  return { ...at, content: { ...content, throughSeq } }
}

/** How many messages up to this old number were read. */
function readThrough(seq: number, places: ReadonlyMap<number, number>): number {
  return places.get(seq) ?? [...places.keys()].filter((each) => each <= seq).length
}

/** Null if it is not a JSON object. */
function jsonOf(bytes: Uint8Array, before = '', after = ''): Json | null {
  return parseJson(
    before + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') + after,
  )
}
