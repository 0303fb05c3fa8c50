import { assertNever } from '../../shared/assert-never.ts'
import type { Block } from '../../shared/messages/content.ts'
import type { Source, WebStep } from '../../shared/messages/web-step.ts'
import { safeLink, withoutInvisible } from '../words/safe-link.ts'
import { countOf } from '../words/words.ts'

/** A step of a provider's tool in words: `Searched the web: QUERY` and `7 results`. */
export interface ShownStep {
  readonly what: string
  /** Null if nothing is known about it. */
  readonly result: string | null
}

/** A page listed below an answer. */
export interface ShownSource {
  readonly href: string
  readonly title: string
  /** Null if the title already shows it. */
  readonly host: string | null
}

/** Returns null for a result: the step that it belongs to shows it. */
export function shownStep(step: WebStep, blocks: readonly Block[]): ShownStep | null {
  switch (step.type) {
    case 'search': {
      const { found, id, queries } = step
      const what =
        queries.length === 0 ? 'Searched the web' : `Searched the web: ${queries.join(', ')}`
      return { what, result: found === null ? resultFor(id, blocks) : wordsOfFound(found) }
    }
    case 'page': {
      const failure = resultOf(step.id, blocks)?.failure ?? null
      return { what: `Read a web page: ${step.url}`, result: failure && wordsOfFailure(failure) }
    }
    case 'result':
      return null
    default:
      return assertNever(step)
  }
}

function resultFor(id: string, blocks: readonly Block[]): string | null {
  const result = resultOf(id, blocks)
  if (result === null) return null
  return result.failure === null ? wordsOfFound(result.found) : wordsOfFailure(result.failure)
}

function resultOf(
  id: string,
  blocks: readonly Block[],
): Extract<WebStep, { type: 'result' }> | null {
  for (const block of blocks) {
    if (block.type === 'serverTool' && block.step.type === 'result' && block.step.id === id)
      return block.step
  }
  return null
}

function wordsOfFound({ length }: readonly Source[]): string {
  return length === 0 ? 'no results' : countOf(length, 'result', 'results')
}

/** Returns the provider's error code in words: `too_many_requests` becomes `failed: too many requests`. */
function wordsOfFailure(failure: string): string {
  return `failed: ${failure.replaceAll('_', ' ')}`
}

/** The maximum number of listed sources; more help nobody. */
const MOST_SOURCES = 12

/**
 * Returns the pages that an answer cites, or if none, those found for it: web addresses only, each once. Empty if no
 * provider tool has run.
 */
export function sourcesOf(blocks: readonly Block[]): readonly ShownSource[] {
  const cited = blocks.flatMap((block) => (block.type === 'text' ? (block.sources ?? []) : []))
  const found = blocks.flatMap((block) =>
    block.type === 'serverTool' && block.step.type !== 'page' ? (block.step.found ?? []) : [],
  )
  const byHref = new Map<string, ShownSource>()
  for (const source of cited.length > 0 ? cited : found) {
    const shown = shownSource(source)
    if (shown !== null && !byHref.has(shown.href)) byHref.set(shown.href, shown)
  }
  return [...byHref.values()].slice(0, MOST_SOURCES)
}

function shownSource({ title, url }: Source): ShownSource | null {
  const words = withoutInvisible(title ?? '').trim()
  const link = safeLink(url, words)
  if (link === null || !/^https?:/.test(link.href)) return null
  if (words !== '') return { href: link.href, title: words, host: link.shownHost }
  return { href: link.href, title: new URL(link.href).host, host: null }
}
