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

/**
 * The nested repositories in git's index (format: git's Documentation/gitformat-index, versions 2 to 4). Empty if it is not
 * an index; git does not read it then either.
 */
export function gitlinksIn(index: Buffer, hashBytes: 20 | 32): NestedNames {
  const names = namesOf(index, hashBytes, (mode) => mode === GITLINK)
  const links = names.filter((name) => name !== '')
  return { links, hasNameless: links.length < names.length }
}

/** The paths of all entries. */
export function namesIn(index: Buffer, hashBytes: 20 | 32): readonly string[] {
  return namesOf(index, hashBytes, () => true)
}

type Wanted = (mode: number) => boolean

function namesOf(index: Buffer, hashBytes: number, isWanted: Wanted): readonly string[] {
  const found: string[] = []
  try {
    if (index.toString('latin1', 0, 4) !== 'DIRC') return found
    if (index.readUInt32BE(4) === 4) collectPrefixed(index, hashBytes, isWanted, found)
    else collectPadded(index, hashBytes, isWanted, found)
  } catch (error) {
    // It ends in the middle of an entry.
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

/** Versions 2 and 3: complete names, entries padded to multiples of eight bytes. */
function collectPadded(index: Buffer, hashBytes: number, isWanted: Wanted, found: string[]): void {
  const count = index.readUInt32BE(8)
  let start = 12
  for (let entry = 0; entry < count; entry++) {
    const { from, length } = headOf(index, start, hashBytes)
    const end = from + (length < NAME_LENGTH ? length : lengthAt(index, from))
    if (isWanted(index.readUInt32BE(start + MODE_AT))) found.push(index.toString('utf8', from, end))
    start += (end - start + 8) & ~7
  }
}

/** Version 4: a name says how much to remove from the end of the previous one, and what to append. */
function collectPrefixed(
  index: Buffer,
  hashBytes: number,
  isWanted: Wanted,
  found: string[],
): void {
  const count = index.readUInt32BE(8)
  let name = Buffer.alloc(4_096)
  let nameLength = 0
  let start = 12
  for (let entry = 0; entry < count; entry++) {
    const { from, length } = headOf(index, start, hashBytes)
    const cut = readLength(index, from)
    const kept = Math.max(0, nameLength - cut.length)
    const rest = length < NAME_LENGTH ? Math.max(0, length - kept) : lengthAt(index, cut.end)
    nameLength = kept + rest
    if (nameLength > name.length) name = Buffer.concat([name, Buffer.alloc(nameLength)])
    index.copy(name, kept, cut.end, cut.end + rest)
    if (isWanted(index.readUInt32BE(start + MODE_AT)))
      found.push(name.toString('utf8', 0, nameLength))
    start = cut.end + rest + 1
  }
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
