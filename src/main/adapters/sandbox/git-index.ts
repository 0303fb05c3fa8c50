const GITLINK = 0o160000
/** Of an entry, before its hash: times, device, inode, mode, owner, size. */
const MODE_AT = 24
const HASH_AT = 40
const HAS_MORE_FLAGS = 0x4000

/**
 * The nested repositories that git's index names (format: Documentation/gitformat-index of git, versions 2 to 4): their
 * paths from the top of the work tree. Empty where it is no index; git reads none of it then either.
 */
export function gitlinksIn(index: Buffer, hashBytes: 20 | 32): readonly string[] {
  try {
    return readGitlinks(index, hashBytes)
  } catch (error) {
    // It ends in the middle of an entry.
    if (error instanceof RangeError) return []
    throw error
  }
}

function readGitlinks(index: Buffer, hashBytes: number): readonly string[] {
  if (index.toString('latin1', 0, 4) !== 'DIRC') return []
  const version = index.readUInt32BE(4)
  const count = index.readUInt32BE(8)
  const found: string[] = []
  let name = Buffer.alloc(0)
  let at = 12
  for (let entry = 0; entry < count; entry++) {
    const start = at
    const flags = index.readUInt16BE(start + HASH_AT + hashBytes)
    at = start + HASH_AT + hashBytes + 2 + ((flags & HAS_MORE_FLAGS) === 0 ? 0 : 2)
    const kept = version === 4 ? readLength(index, at) : { length: name.length, end: at }
    const end = index.indexOf(0, kept.end)
    if (end < 0) return found
    const rest = index.subarray(kept.end, end)
    name = Buffer.concat([name.subarray(0, name.length - kept.length), rest])
    if (index.readUInt32BE(start + MODE_AT) === GITLINK) found.push(name.toString())
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7)
  }
  return found
}

/** How much of the last name goes, in git's own variable-length numbers. */
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
