import type { CommandOutput } from '../shared/protocol/commands.ts'
import { failed, ok } from '../shared/result.ts'
import { phrasesOf } from '../shared/search/found-words.ts'
import type { FoundConversation, SearchPlace } from '../shared/search/search.ts'
import { visibleText } from '../shared/visible-text.ts'
import { EXIT } from './exit-codes.ts'
import type { Command } from './terminal.ts'
import { withApp } from './with-app.ts'

const ALL = {
  order: 'newest',
  role: null,
  folder: null,
  state: null,
  since: null,
  until: null,
} as const
const START: SearchPlace = { skip: 0, belowKey: null }

/** `phoenix search`. */
export const search: Command = (_flags, words, environment) =>
  withApp(environment, async ({ client }) => {
    const { terminal } = environment
    const text = words.join(' ')
    let hasFound = false
    let from: SearchPlace | null = START
    let indexing: CommandOutput<'search.find'>['indexing'] = null
    while (from !== null) {
      const answer: Awaited<ReturnType<typeof client.request<'search.find'>>> =
        await client.request('search.find', { ...ALL, text, from })
      if (!answer.ok) return failed(answer.error.message)
      hasFound ||= answer.value.conversations.length > 0
      terminal.print(answer.value.conversations.map(blockOf).join(''))
      from = answer.value.next
      ;({ indexing } = answer.value)
    }
    if (indexing !== null) {
      terminal.note(
        `Only part of the history is indexed yet: ${indexing.done} of ${indexing.total}.`,
      )
    }
    if (phrasesOf(text).length === 0) terminal.note('A search needs a letter or a digit.')
    else if (!hasFound) terminal.note('No results.')
    return ok(EXIT.done)
  })

function blockOf({ hits, id, title }: FoundConversation): string {
  const places = hits.map(({ role, text }) => {
    const isProse = role === 'person' || role === 'agent'
    return `  ${role}: ${visibleText(text.replace(/\s+/g, ' ').trim(), 'escaped', isProse)}\n`
  })
  return [`${id}\t${visibleText(title, 'escaped', true)}\n`, ...places].join('')
}
