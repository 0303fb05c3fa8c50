import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import {
  type ContextShares,
  type ContextUse,
  isNearLimit,
} from '../../../shared/messages/context-use.ts'
import { hasNews, type Message } from '../../../shared/messages/message.ts'
import { canDo, type StateView } from '../../../shared/conversation/state-view.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { partToCompact } from '../../../shared/messages/part-to-compact.ts'
import { shortTokens } from '../../../client/model-choices.ts'
import type { ThreadView } from '../../../client/conversation/conversation-view.ts'
import { countOf } from '../../../client/words/words.ts'

/** Whole percent of the model's context, at most 100. */
export function percentOf({ usedTokens, limitTokens }: ContextUse): number {
  return Math.min(100, Math.floor((usedTokens / limitTokens) * 100))
}

/** The text of the meter, `12k of 1M tokens`, with an extra word near the limit. */
export function wordsOfUse(use: ContextUse): string {
  return partsOfUse(use).join('')
}

/** The same in parts: what is used, the limit (which a narrow window leaves out), and the extra word. */
export function partsOfUse(use: ContextUse): readonly [string, string, string] {
  const limit = ` of ${shortTokens(use.limitTokens)} tokens`
  return [shortTokens(use.usedTokens), limit, isNearLimit(use) ? ', nearly full' : '']
}

/** The second look, in tokens. */
export function sentenceOfUse({ usedTokens, limitTokens }: ContextUse): string {
  return `${tokens(usedTokens)} of the ${tokens(limitTokens)} tokens that the model can read are used.`
}

/** The parts of a request, with their share of the whole. */
export function rowsOfShares({
  files,
  images,
  messages,
  system,
  tools,
}: ContextShares): readonly { readonly name: string; readonly words: string }[] {
  const rows = [
    ['System prompt', system],
    ['Tools', tools],
    ['Files', files],
    ['Messages', messages],
    ['Images', images],
  ] as const
  const all = rows.reduce((sum, [, count]) => sum + count, 0)
  return rows.map(([name, count]) => {
    const percent = all === 0 ? 0 : Math.round((count / all) * 100)
    return { name, words: `${tokens(count)} · ${percent}%` }
  })
}

/** The result of counting. */
export function wordsOfCount(counted: CommandOutput<'conversation.count'>): string {
  if (counted.tokens === null) return counted.problem ?? ''
  return `${countOf(Math.round(counted.tokens), 'token', 'tokens')}, counted by the provider`
}

function tokens(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** True if everything before this message of the person can be summarised. `hasEarlier`: some messages are not loaded. */
export function canCompactBefore(
  view: Pick<ThreadView, 'state' | 'messages' | 'hasEarlier' | 'isFolderGone'>,
  seq: number,
): boolean {
  const { state, messages, hasEarlier, isFolderGone } = view
  if (isFolderGone) return false
  const part = partToCompact(activeMessages(messages), seq - 1)
  return canDo(state, 'compact') && part !== null && (hasEarlier || hasNews(part))
}

/** True if a summary is possible, and something was said since the last one. */
export function canCompact(state: StateView, messages: readonly Message[]): boolean {
  return canDo(state, 'compact') && hasNews(activeMessages(messages))
}
