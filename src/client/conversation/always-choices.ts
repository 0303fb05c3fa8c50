import { prefixesOf } from '../../shared/settings/rule-words.ts'
import { isServerTool } from '../../shared/mcp-server.ts'
import { WEB_FETCH } from '../../shared/messages/web-tools.ts'
import { canBeRuled, type Rule } from '../../shared/conversation/turn.ts'
import type { AskedCall } from './open-approvals.ts'

/** A longer beginning would be the whole command. */
const MAX_PREFIXES = 8

/**
 * The possible rules for a call: first for exactly its subject, then for its beginnings. None if it must be asked about
 * each time, or has nothing to name.
 */
export function alwaysChoicesOf({ call, why }: AskedCall): readonly Rule[] {
  const { name: tool, subject } = call
  if (!canBeRuled(why) || subject === null) return []
  const prefixes = call.action === 'command' ? prefixesOf(subject).slice(0, MAX_PREFIXES) : []
  return [
    { tool, subject, match: 'exact' },
    ...prefixes.map((words) => ({ tool, subject: words, match: 'prefix' as const })),
  ]
}

/** Whether a rule allows more than its call, in which case a sentence says so. */
export function isWide({ match, tool }: Rule): boolean {
  return match === 'prefix' || tool === WEB_FETCH || isServerTool(tool)
}

/** What a rule covers, after its subject. */
export function reachOfRule({ match, tool }: Rule): string {
  if (tool === WEB_FETCH) return 'any page on this host'
  if (isServerTool(tool)) return 'any input, as long as the tool’s description stays the same'
  return match === 'prefix' ? 'every command that begins with these words' : 'exactly this'
}

/** As an option in a list. */
export function labelOfRule({ match, subject, tool }: Rule): string {
  if (tool === WEB_FETCH) return `any page on ${subject}`
  if (isServerTool(tool)) return 'this tool, with any input'
  return match === 'prefix' ? `${subject} …` : 'exactly this'
}

/** What the rule will do. */
export function sentenceOfRule({ match, subject, tool }: Rule): string {
  if (tool === WEB_FETCH) {
    return `From now on, any page on ${subject} is fetched in this folder without asking.`
  }
  if (isServerTool(tool)) {
    return 'From now on, this tool runs in this folder with any input, without asking. If the server changes the tool’s description, you’ll be asked again.'
  }
  return match === 'prefix'
    ? `From now on, every command that begins with “${subject}” runs in this folder without asking.`
    : 'From now on, exactly this runs in this folder without asking.'
}
