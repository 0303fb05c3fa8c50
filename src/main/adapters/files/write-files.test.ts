import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { type FileWrite, writeFiles } from './write-files.ts'

const UNNOTED = { note: () => Promise.resolve(() => Promise.resolve()) }

function writeOf(folder: string, shown: string, bytes: Uint8Array | null): FileWrite {
  const real = join(folder, shown)
  writeFileSync(real, 'old')
  return {
    place: { path: real, real, shown, reach: 'inside' },
    before: lstatSync(real),
    bytes,
    mode: null,
  }
}

test.for([Buffer.from('new'), null])(
  'a file that a person saves while earlier ones are being put in place keeps what the person saved: %o',
  async (bytes) => {
    using folder = temporaryFolder()
    const at = (shown: string): string => join(folder.path, shown)
    const earlier = Array.from({ length: 30 }, (_, index) => `${index}.txt`)
    const writes = [
      ...earlier.map((shown) => writeOf(folder.path, shown, Buffer.from('new'))),
      writeOf(folder.path, 'late.txt', bytes),
      writeOf(folder.path, 'last.txt', bytes),
    ]
    const writing = writeFiles(writes, UNNOTED)
    while (readFileSync(at('0.txt'), 'utf8') !== 'new') await turnOfLoop()
    writeFileSync(at('late.txt'), 'saved by a person')
    const { fault, files } = await writing
    expect(files.map(({ write }) => write.place.shown)).toEqual(earlier)
    expect(fault).toMatch(/Not changed: late\.txt, last\.txt; late\.txt was changed by something/)
    expect(readFileSync(at('late.txt'), 'utf8')).toBe('saved by a person')
    expect(readFileSync(at('last.txt'), 'utf8')).toBe('old')
    expect(readdirSync(folder.path)).toHaveLength(32)
  },
)
