import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)

/** The limit for all compressed objects of a file together, uncompressed. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
/** The most occurrences of a name that are checked: many times what a whole book has. */
const MAX_PLACES = 20_000
/** The limit for what precedes the objects of one stream. */
const MAX_HEAD_BYTES = 1024 * 1024

/**
 * The number of pages of a PDF: the count of the root of its page tree, which is the largest of all nodes. Null if it is
 * encrypted, damaged, made to take long, or in a form that this does not read. A PDF that was changed by appending to it can
 * have had more pages before: the largest count applies. Linear in the bytes; decompression runs on other threads.
 */
export async function pagesOfPdf(bytes: Uint8Array): Promise<number | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (isEncrypted(file)) return null
  let most = 0
  let places = 0
  for (const object of objectsWith(file, '/Pages')) {
    if (++places > MAX_PLACES) return null
    most = Math.max(most, countIn(latin(object)))
  }
  let left = MAX_UNPACKED_BYTES
  for (const object of objectsWith(file, '/ObjStm')) {
    const unpacked = ++places > MAX_PLACES ? null : await unpack(object, left)
    if (unpacked === null) return null
    left -= unpacked.text.length
    for (const packed of objectsIn(unpacked)) most = Math.max(most, countIn(packed))
  }
  return most === 0 ? null : most
}

/** The trailer, or the dictionary of the cross-reference stream, says so in plain text. */
function isEncrypted(file: Buffer): boolean {
  let places = 0
  for (let at = file.indexOf('/Encrypt'); at !== -1; at = file.indexOf('/Encrypt', at + 1)) {
    if (++places > MAX_PLACES) return true
    if (/^\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(latin(file.subarray(at, at + 40)))) return true
  }
  return false
}

/** The objects that contain a name, each once: from after `obj` to `endobj`. */
function* objectsWith(file: Buffer, name: string): Generator<Buffer> {
  let from = 0
  for (let at = file.indexOf(name); at !== -1; at = file.indexOf(name, from)) {
    const begin = file.subarray(from, at).lastIndexOf('obj')
    const end = file.indexOf('endobj', at)
    const to = end === -1 ? file.length : end
    yield file.subarray(begin === -1 ? from : from + begin + 'obj'.length, to)
    from = Math.min(to + 'endobj'.length, file.length)
  }
}

/** The count of a page tree node; 0 for any other object. */
function countIn(object: string): number {
  if (!/\/Type\s*\/Pages\b/.test(object)) return 0
  return Number(/\/Count\s+(\d{1,7})(?!\d|\s+\d+\s+R)/.exec(object)?.[1] ?? 0)
}

interface ObjectStream {
  readonly text: string
  /** The position of its first object; numbers and offsets precede it. */
  readonly first: number
}

const NO_OBJECTS: ObjectStream = { text: '', first: 0 }

/** Null if it cannot be read. */
async function unpack(object: Buffer, mostBytes: number): Promise<ObjectStream | null> {
  const at = object.indexOf('stream')
  const dictionary = latin(object.subarray(0, at === -1 ? 0 : at))
  if (!/\/Type\s*\/ObjStm\b/.test(dictionary)) return NO_OBJECTS
  const begin = at + (/^stream\r?\n/.exec(latin(object.subarray(at, at + 8)))?.[0].length ?? 6)
  const first = Number(/\/First\s+(\d{1,9})/.exec(dictionary)?.[1] ?? Number.NaN)
  if (!(first <= MAX_HEAD_BYTES) || /\/DecodeParms\b/.test(dictionary)) return null
  const data = object.subarray(begin)
  if (!/\/Filter\b/.test(dictionary)) return { text: latin(data), first }
  if (!/\/Filter\s*(\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/.test(dictionary)) return null
  try {
    return { text: latin(await inflated(data, { maxOutputLength: mostBytes })), first }
  } catch {
    return null
  }
}

function objectsIn({ first, text }: ObjectStream): readonly string[] {
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number)
  const places = numbers.filter((_, index) => index % 2 === 1)
  // Otherwise the same bytes could be read again and again.
  const isAscending = places.every((place, index) => place >= (places[index - 1] ?? 0))
  if (!isAscending) return []
  return places.map((place, index) => {
    const next = places[index + 1]
    return text.slice(first + place, next === undefined ? undefined : first + next)
  })
}

function latin(bytes: Buffer): string {
  return bytes.toString('latin1')
}
