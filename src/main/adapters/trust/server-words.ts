import type { McpServerView } from '../../../shared/mcp-server.ts'
import { failed, type Result } from '../../../shared/result.ts'
import { type Content, type FolderTrust, hashOfText, type Trusted } from './folder-trust.ts'

/** A configured server: with another configuration it is another one. */
interface Server {
  readonly name: string
  readonly origin: McpServerView['origin']
  readonly hash: string
  readonly folder: string
}

/** The server's words about itself and its tools. */
interface Offered {
  readonly instructions: string
  readonly tools: readonly {
    readonly name: string
    readonly hash: string
    readonly spec: { readonly description: string }
  }[]
}

/**
 * Servers' own instructions and descriptions of their tools (docs/decisions/147). The first version counts as accepted by
 * the user; changed instructions are withheld from models until the user accepts them.
 */
export class ServerWords {
  readonly #trust: FolderTrust

  constructor(trust: FolderTrust) {
    this.#trust = trust
  }

  /** The instructions that models may see; may be empty. */
  shownInstructionsOf(server: Server, offered: Offered | null): string {
    if (offered === null || offered.instructions === '') return ''
    return this.#isShown(server, offered) ? offered.instructions : ''
  }

  viewOf(server: Server, offered: Offered | null): McpServerView['words'] {
    if (offered === null) return null
    const now = contentOf(offered)
    const isShown = this.#isShown(server, offered)
    const status = this.#trust.statusOf(whatIs(server), now, server.name)
    return { hash: now.hash, isShown, ...status }
  }

  accept(server: Server, offered: Offered | null, hash: string): Result<null, string> {
    const now = offered === null ? null : contentOf(offered)
    if (now === null) return failed(`${server.name} has not run yet, so it has no instructions.`)
    if (now.hash !== hash)
      return failed(
        `${server.name} has changed its instructions in the meantime. Review them again.`,
      )
    return this.#trust.allow(whatIs(server), now)
  }

  #isShown(server: Server, offered: Offered): boolean {
    if (!this.#trust.isKnown) return false
    const what = whatIs(server)
    const accepted = this.#trust.allowedHash(what)
    // If it cannot be saved, the next version counts as the first.
    if (accepted === null) this.#trust.allow(what, contentOf(offered))
    return accepted === null || ofInstructions(accepted) === hashOfText(offered.instructions)
  }
}

/** The user's own servers have the same instructions in all folders. */
function whatIs({ folder, hash, name, origin }: Server): Trusted {
  return { folder: origin === 'person' ? '' : folder, kind: 'words', name: `${name} ${hash}` }
}

/** The hash of the instructions comes first: only they decide what models may see. */
function contentOf({ instructions, tools }: Offered): Content {
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
