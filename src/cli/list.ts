import type { ConversationSummary } from '../shared/conversation/conversation.ts'
import { ok } from '../shared/result.ts'
import { visibleText } from '../shared/visible-text.ts'
import { formatUtc } from '../client/words/time.ts'
import { wordOfActivity } from '../client/words/words.ts'
import { EXIT } from './exit-codes.ts'
import type { Command } from './terminal.ts'
import { withApp } from './with-app.ts'

/** `phoenix list`. */
export const list: Command = (flags, _words, environment) =>
  withApp(environment, async (_host, { conversations }) => {
    const isArchived = flags.has('archived')
    const rows = conversations
      .filter((each) => each.hasBegun && each.isArchived === isArchived)
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
    environment.terminal.print(rows.map(rowOf).join(''))
    return ok(EXIT.done)
  })

function rowOf({ activity, folder, id, title, updatedAt }: ConversationSummary): string {
  return `${[id, formatUtc(updatedAt), wordOfActivity(activity), visibleText(folder), visibleText(title, 'escaped', true)].join('\t')}\n`
}
