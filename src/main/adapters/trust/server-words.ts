import type { McpServerView } from '../../../shared/mcp-server.ts'
import { failed, type Result } from '../../../shared/result.ts'
import { type Content, type FolderTrust, hashOfText, type Trusted } from './folder-trust.ts'

/** A server as it is set up: with another entry it is another one. */
interface Server {
  readonly name: string
  readonly origin: McpServerView['origin']
  readonly hash: string
  readonly folder: string
}

/** What it says of itself and its tools. */
interface Said {
  readonly instructions: string
  readonly tools: readonly {
    readonly name: string
    readonly hash: string
    readonly spec: { readonly description: string }
  }[]
}

/**
 * What servers say of themselves and their tools (docs/decisions/147). The first time is remembered as what the person accepted; instructions
 * that have changed since are told to no model before they accept them.
 */
export class ServerWords {
  readonly #trust: FolderTrust

  constructor(trust: FolderTrust) {
    this.#trust = trust
  }

  /** The instructions that models may be told; empty: none. */
  toldBy(server: Server, said: Said | null): string {
    if (said === null || said.instructions === '') return ''
    return this.#isTold(server, said) ? said.instructions : ''
  }

  viewOf(server: Server, said: Said | null): McpServerView['words'] {
    if (said === null) return null
    const now = contentOf(said)
    const isTold = this.#isTold(server, said)
    const standing = this.#trust.standingOf(whatIs(server), now, server.name)
    return { hash: now.hash, isTold, ...standing }
  }

  accept(server: Server, said: Said | null, hash: string): Result<null, string> {
    const now = said === null ? null : contentOf(said)
    if (now === null) return failed(`${server.name} has not run yet, so it has no instructions.`)
    if (now.hash !== hash)
      return failed(
        `${server.name} has changed its instructions in the meantime. Review them again.`,
      )
    return this.#trust.allow(whatIs(server), now)
  }

  #isTold(server: Server, said: Said): boolean {
    const what = whatIs(server)
    const accepted = this.#trust.allowedHash(what)
    // If it cannot be saved, the next time is the first.
    if (accepted === null) this.#trust.allow(what, contentOf(said))
    return accepted === null || ofInstructions(accepted) === hashOfText(said.instructions)
  }
}

/** A person's own server says the same in all folders. */
function whatIs({ folder, hash, name, origin }: Server): Trusted {
  return { folder: origin === 'person' ? '' : folder, kind: 'words', name: `${name} ${hash}` }
}

/** The hash of the instructions comes first: what is told depends on these alone. */
function contentOf({ instructions, tools }: Said): Content {
  const lines = tools.map(
    ({ hash, name, spec }) => `${name} (definition ${hash}): ${spec.description}`,
  )
  const all = lines.join('\n\n')
  const text = [instructions === '' ? 'It gives no instructions.' : instructions, all].join('\n\n')
  return { hash: `${hashOfText(instructions)} ${hashOfText(all)}`, text }
}

function ofInstructions(hash: string): string {
  return hash.split(' ')[0] ?? ''
}
