const GITLINK = 0o160000
/** The part of an entry before its hash: times, device, inode, mode, owner, size. */
const MODE_AT = 24
const HASH_AT = 40
const HAS_MORE_FLAGS = 0x4000
/** The bits of the flags with the length of the name. A name of this length or longer ends with a zero byte. */
const NAME_LENGTH = 0xfff

/** The nested repositories that an index names. */
export interface NestedNames {
  /** Their paths from the top of the work tree. */
  readonly links: readonly string[]
  /**
   * True if entries of its shared index can also be nested repositories without being named (a split index numbers them in a
   * compressed map): any of them may be one.
   */
  readonly hasNameless: boolean
}

/** A longer name, or more names than this, are not read: they would fill the memory. */
const MOST_NAME_BYTES = 1024 * 1024
const MOST_NAMES_BYTES = 64 * 1024 * 1024

/** The start of the file, before its entries. */
const HEADER_BYTES = 12

/**
 * The names in git's index (format: git's Documentation/gitformat-index, versions 2 to 4), taken piece by piece. None if it is
 * not an index; git does not read it then either. Throws if a name or all of them are too long.
 */
export class IndexNames {
  readonly #hashBytes: 20 | 32
  readonly #isWanted: (mode: number) => boolean
  readonly #names: string[] = []
  #namesBytes = 0
  /** What is not read yet: the beginning of an entry. */
  #rest = Buffer.alloc(0)
  /** Null before the header. */
  #version: number | null = null
  /** How many entries are still to come. */
  #left = 0
  /** In version 4, the name of the last entry: the next one says what to remove from its end, and what to append. */
  #name = Buffer.alloc(4_096)
  #nameLength = 0

  constructor(hashBytes: 20 | 32, isWanted: (mode: number) => boolean) {
    this.#hashBytes = hashBytes
    this.#isWanted = isWanted
  }

  /** Those of the nested repositories. */
  static nested(hashBytes: 20 | 32): IndexNames {
    return new IndexNames(hashBytes, (mode) => mode === GITLINK)
  }

  get all(): readonly string[] {
    return this.#names
  }

  /** False if nothing that follows matters. */
  take(piece: Buffer): boolean {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    let start = 0
    try {
      if (this.#version === null) start = this.#readHeader(bytes)
      for (; this.#left > 0; this.#left--) start = this.#readEntry(bytes, start)
      return false
    } catch (error) {
      // It ends in the middle of an entry.
      if (!(error instanceof RangeError)) throw error
    }
    this.#rest = Buffer.from(bytes.subarray(start))
    if (this.#rest.length > MOST_NAME_BYTES) throw tooLong()
    return true
  }

  #readHeader(bytes: Buffer): number {
    const count = bytes.readUInt32BE(8)
    this.#version = bytes.readUInt32BE(4)
    if (bytes.toString('latin1', 0, 4) === 'DIRC') this.#left = count
    return HEADER_BYTES
  }

  /** Returns where it ends. */
  #readEntry(bytes: Buffer, start: number): number {
    return this.#version === 4 ? this.#readPrefixed(bytes, start) : this.#readPadded(bytes, start)
  }

  /** Versions 2 and 3: complete names, entries padded to multiples of eight bytes. */
  #readPadded(bytes: Buffer, start: number): number {
    const { from, length } = headOf(bytes, start, this.#hashBytes)
    const end = from + (length < NAME_LENGTH ? length : lengthAt(bytes, from))
    const next = start + ((end - start + 8) & ~7)
    if (next > bytes.length) throw new RangeError('An entry without an end.')
    if (this.#isWanted(bytes.readUInt32BE(start + MODE_AT))) this.#add(bytes.subarray(from, end))
    return next
  }

  /** Version 4. */
  #readPrefixed(bytes: Buffer, start: number): number {
    const { from, length } = headOf(bytes, start, this.#hashBytes)
    const cut = readLength(bytes, from)
    const kept = Math.max(0, this.#nameLength - cut.length)
    const rest = length < NAME_LENGTH ? Math.max(0, length - kept) : lengthAt(bytes, cut.end)
    const next = cut.end + rest + 1
    if (next > bytes.length) throw new RangeError('An entry without an end.')
    this.#nameLength = kept + rest
    if (this.#nameLength > MOST_NAME_BYTES) throw tooLong()
    if (this.#nameLength > this.#name.length)
      this.#name = Buffer.concat([this.#name, Buffer.alloc(this.#nameLength)])
    bytes.copy(this.#name, kept, cut.end, cut.end + rest)
    if (this.#isWanted(bytes.readUInt32BE(start + MODE_AT)))
      this.#add(this.#name.subarray(0, this.#nameLength))
    return next
  }

  #add(name: Buffer): void {
    // Each also costs memory of its own.
    this.#namesBytes += name.length + 16
    if (this.#namesBytes > MOST_NAMES_BYTES) throw tooLong()
    this.#names.push(name.toString())
  }
}

/** The nested repositories among them. */
export function nestedOf(names: readonly string[]): NestedNames {
  const links = names.filter((name) => name !== '')
  return { links, hasNameless: links.length < names.length }
}

function tooLong(): Error {
  return new Error('The names are too long.')
}

/** The position of an entry's name, and its length according to the flags. */
function headOf(
  index: Buffer,
  start: number,
  hashBytes: number,
): { readonly from: number; readonly length: number } {
  const flags = index.readUInt16BE(start + HASH_AT + hashBytes)
  const more = (flags & HAS_MORE_FLAGS) === 0 ? 0 : 2
  return { from: start + HASH_AT + hashBytes + 2 + more, length: flags & NAME_LENGTH }
}

function lengthAt(index: Buffer, from: number): number {
  const end = index.indexOf(0, from)
  if (end < 0) throw new RangeError('A name without an end.')
  return end - from
}

/** How much of the previous name to remove, in git's variable-length numbers. */
function readLength(
  index: Buffer,
  from: number,
): { readonly length: number; readonly end: number } {
  let at = from
  let byte = index.readUInt8(at++)
  let length = byte & 127
  while ((byte & 128) !== 0) {
    byte = index.readUInt8(at++)
    length = ((length + 1) << 7) + (byte & 127)
  }
  return { length, end: at }
}
