import * as z from '../../../shared/schema.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { NEWS_KINDS, type News, type NewsKind } from '../../state/news.ts'
import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.notifications'

/**
 * The notifications that a person wants while looking elsewhere, and whether they have a sound. Stored per app or
 * browser.
 */
const WantedNews = z
  .object({ kinds: z.array(z.enum(NEWS_KINDS)).readonly(), hasSound: z.boolean() })
  .readonly()
export type WantedNews = z.infer<typeof WantedNews>

const ALL: WantedNews = { kinds: NEWS_KINDS, hasSound: true }

export function savedWanted(): WantedNews {
  try {
    return WantedNews.parse(JSON.parse(keptForAll.getItem(KEY) ?? ''))
  } catch {
    return ALL
  }
}

export function saveWanted(wanted: WantedNews): void {
  keptForAll.setItem(KEY, JSON.stringify(wanted))
}

export function withKind(wanted: WantedNews, kind: NewsKind, isWanted: boolean): WantedNews {
  const kinds = NEWS_KINDS.filter((each) =>
    each === kind ? isWanted : wanted.kinds.includes(each),
  )
  return { ...wanted, kinds }
}

/** The text below the conversation's name. */
export function wordsOfNews({ kind, row }: News): string {
  switch (kind) {
    case 'done':
      return 'Done'
    case 'approval':
      return 'Needs your approval'
    case 'question':
      return wordsOfQuestion(row)
    case 'error':
      return wordsOfTrouble(row)
    default:
      return assertNever(kind)
  }
}

function wordsOfQuestion({ activity, asks }: ConversationSummary): string {
  if (activity === 'atLimit') return 'Stopped at a limit: continue?'
  return asks === 'moreTime' ? 'Asks for more time' : 'Asks you a question'
}

function wordsOfTrouble({ activity }: ConversationSummary): string {
  if (activity === 'contextFull') return 'Too long for its model'
  return activity === 'setAside' ? 'Set aside: open it to see why' : 'Failed'
}
