import { BestMatches, fuzzyScore } from '../../../shared/search/fuzzy.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { McpPrompt, McpResource } from '../../../shared/protocol/mcp-commands.ts'
import type { Client } from '../../../client/client.ts'
import type { App } from '../../state/app.ts'
import type { FilledText } from '../../../client/own-command.ts'

const MOST = 50

/** A resource or prompt that a running server offers for a message. */
export type ServerSuggestion = {
  readonly label: string
  readonly about: string
} & (
  | { readonly type: 'resource'; readonly resource: McpResource }
  | { readonly type: 'prompt'; readonly prompt: McpPrompt }
)

/** Suggestions after @. */
export async function suggestedResources(
  query: string,
  client: Client,
  conversationId: ConversationId,
): Promise<readonly ServerSuggestion[]> {
  if (query.length > 300) return []
  const answer = await client.request('mcp.resources', { conversationId, text: query })
  if (!answer.ok) return []
  return answer.value.resources.map((resource) => {
    const label = `@${resource.server}:${resource.uri}`
    return { type: 'resource', label, about: resource.name, resource }
  })
}

/** Suggestions after /, best first. */
export async function suggestedPrompts(
  query: string,
  client: Client,
  conversationId: ConversationId,
): Promise<readonly ServerSuggestion[]> {
  const answer = await client.request('mcp.prompts', { conversationId })
  if (!answer.ok) return []
  const best = new BestMatches<ServerSuggestion>(MOST)
  for (const prompt of answer.value.prompts) {
    const name = `${prompt.server}:${prompt.name}`
    const score = fuzzyScore(query, name)
    if (score === null) continue
    best.add(suggestionOf(prompt, name), query === '' ? 0 : score - name.length / 100)
  }
  return best.values
}

function suggestionOf(prompt: McpPrompt, name: string): ServerSuggestion {
  const fields = prompt.arguments.map((each) => (each.isRequired ? each.name : `[${each.name}]`))
  const about = [prompt.description, fields.join(' ')].filter((each) => each !== '').join(' · ')
  return { type: 'prompt', label: `/${name}`, about, prompt }
}

/** The words after the name, one per argument; the last argument takes the rest. Null: a required one is missing. */
export function argumentsIn(
  prompt: McpPrompt,
  typed: string,
): Readonly<Record<string, string>> | null {
  const words = typed.trim().split(/\s+/).filter(Boolean)
  const entries: [string, string][] = []
  for (const [index, { isRequired, name }] of prompt.arguments.entries()) {
    const isLast = index === prompt.arguments.length - 1
    const value = isLast ? words.slice(index).join(' ') : (words[index] ?? '')
    if (value !== '') entries.push([name, value])
    else if (isRequired) return null
  }
  return Object.fromEntries(entries)
}

/** The text that a prompt puts into the message: its own, or its name if arguments still have to be typed. */
export async function filledPrompt(
  { label, prompt }: Extract<ServerSuggestion, { type: 'prompt' }>,
  typed: string,
  { client, composing }: Pick<App, 'client' | 'composing'>,
  conversationId: ConversationId,
): Promise<FilledText> {
  const promptArguments = argumentsIn(prompt, typed)
  const named = `${label} ${typed.trimStart()}`
  const asIs: FilledText = { text: named, selected: [named.length, named.length] }
  if (promptArguments === null) return asIs
  const { name, server } = prompt
  const input = { conversationId, server, name, arguments: promptArguments }
  const answer = await client.request('mcp.prompt', input)
  if (answer.ok) return { text: answer.value.text, selected: [0, 0] }
  composing.notify(conversationId, answer.error)
  return asIs
}
