import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { Scope } from '../../../shared/access/access.ts'
import { TokenId } from '../../../shared/access/token-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { writeAtomically } from '../data-folder/atomic-file.ts'
import { faultCode, fileFault } from '../system/file-fault.ts'
import { readRegular } from '../data-folder/regular-file.ts'

const FILE = 'tokens.json'

const KeptToken = z
  .object({
    id: TokenId,
    name: z.string(),
    scopes: z.array(Scope).readonly(),
    /** SHA-256 of the token, in hex. A token is 256 random bits, so a slow hash or a salt would gain nothing. */
    hash: z.hash('sha256'),
    createdAt: z.number(),
    lastUsedAt: z.number().nullable(),
  })
  .readonly()
export type KeptToken = z.infer<typeof KeptToken>

const File = z.object({ tokens: z.array(KeptToken).readonly() })

/** `tokens.json` of a data folder. */
export interface TokenFile {
  /** The error ends a sentence. */
  read(): Result<readonly KeptToken[], string>
  /** The error ends a sentence. */
  write(tokens: readonly KeptToken[]): Result<null, string>
}

/** A file that cannot be read admits nobody, and is not overwritten: the user may want to look at it. */
export function openTokenFile(dataFolder: string): TokenFile {
  const path = join(dataFolder, FILE)
  const read = (): Result<readonly KeptToken[], string> => {
    try {
      return ok(File.parse(JSON.parse(readRegular(path).toString('utf8'))).tokens)
    } catch (error) {
      if (faultCode(error) === 'ENOENT') return ok([])
      const why = faultCode(error) === '' ? 'it is damaged' : fileFault(error)
      return failed(`${path} cannot be read: ${why}`)
    }
  }
  return {
    read,
    write(tokens) {
      const before = read()
      if (!before.ok) return before
      return writeAtomically(path, `${JSON.stringify({ tokens }, null, 2)}\n`, 0o600)
    },
  }
}
