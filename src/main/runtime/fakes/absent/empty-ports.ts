import { ok } from '../../../../shared/result.ts'
import type { HandlerPorts } from '../../commands/handler-ports.ts'
import { NO_BACKUPS } from './no-backups.ts'
import { NO_IMPORTS } from './no-imports.ts'
import { NO_MCP } from './no-mcp.ts'
import { NO_TRUST } from './no-trust.ts'
import { NO_OPENER } from './no-opener.ts'
import { NO_OUTPUTS } from './no-outputs.ts'
import { NO_REVIEW } from './no-review.ts'
import { NO_SEARCH } from './no-search.ts'
import { NO_TOKENS } from './no-tokens.ts'
import { NO_TERMINALS } from './no-terminals.ts'
import { NO_WORKTREES } from './no-worktrees.ts'
import { PLAIN_DIAGNOSTICS } from './plain-diagnostics.ts'

/** Empty implementations of the host's ports that no test of the machine looks at. */
export const EMPTY_PORTS: Pick<
  HandlerPorts,
  | 'backups'
  | 'desktop'
  | 'diagnostics'
  | 'editor'
  | 'homeFolder'
  | 'imports'
  | 'mcp'
  | 'trust'
  | 'opener'
  | 'outputs'
  | 'reopen'
  | 'review'
  | 'sandboxMissing'
  | 'search'
  | 'shells'
  | 'storage'
  | 'leftovers'
  | 'tokens'
  | 'terminals'
  | 'worktrees'
> = {
  ...NO_BACKUPS,
  desktop: null,
  diagnostics: PLAIN_DIAGNOSTICS,
  homeFolder: '/home/me',
  imports: NO_IMPORTS,
  editor: { offer: () => {}, answer: () => {}, leave: () => {} },
  mcp: NO_MCP,
  trust: NO_TRUST,
  opener: NO_OPENER,
  outputs: NO_OUTPUTS,
  leftovers: { removeUnused: () => Promise.resolve(null) },
  review: NO_REVIEW,
  worktrees: NO_WORKTREES,
  sandboxMissing: null,
  search: NO_SEARCH,
  tokens: NO_TOKENS,
  terminals: NO_TERMINALS,
  shells: { start: () => ok({}), of: () => [], stop: () => {} },
}
