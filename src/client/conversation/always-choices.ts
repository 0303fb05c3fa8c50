import { prefixesOf } from '../../shared/settings/rule-words.ts'
import { isServerTool } from '../../shared/mcp-server.ts'
import { WEB_FETCH } from '../../shared/messages/web-tools.ts'
import { canBeRuled, type Rule } from '../../shared/conversation/turn.ts'
import type { AskedCall } from './open-approvals.ts'

/**
 * Returns the possible rules for a call: first for exactly its subject, then for prefixes of it. Empty if the call must
 * be asked about each time, or has no subject.
 */
export function alwaysChoicesOf({ call, why }: AskedCall): readonly Rule[] {
  const { name: tool, subject } = call
  if (!canBeRuled(why) || subject === null) return []
  const prefixes = call.action === 'command' ? prefixesOf(subject) : []
  return [
    { tool, subject, match: 'exact' },
    ...prefixes.map((words) => ({ tool, subject: words, match: 'prefix' as const })),
  ]
}

/** Whether a rule allows more than its call; a sentence then says so. */
export function isWide({ match, tool }: Rule): boolean {
  return match === 'prefix' || tool === WEB_FETCH || isServerTool(tool)
}

/** Says what a rule covers. Shown after the rule's subject. */
export function reachOfRule({ match, tool }: Rule): string {
  if (tool === WEB_FETCH) return 'any page on this host'
  if (isServerTool(tool)) return 'any input, as long as the tool’s description stays the same'
  return match === 'prefix' ? 'every command that begins with these words' : 'exactly this'
}

/** Returns the label of a rule as an option in a list. */
export function labelOfRule({ match, subject, tool }: Rule): string {
  if (tool === WEB_FETCH) return `any page on ${subject}`
  if (isServerTool(tool)) return 'this tool, with any input'
  return match === 'prefix' ? `${subject} …` : 'exactly this'
}

/** Says what a rule will do. */
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
