import type { Source } from '../../../shared/messages/web-step.ts'
import { asObject, asText } from './json-fields.ts'

/** The page that a result or a citation names by `url` and `title`; null if it names none. */
export function sourceIn(value: unknown): Source | null {
  const fields = asObject(value)
  const url = asText(fields?.['url'])
  return url === null ? null : { url, title: asText(fields?.['title']) }
}

/** The pages named by these values, each once. */
export function sourcesIn(values: readonly unknown[]): readonly Source[] {
  const byUrl = new Map<string, Source>()
  for (const value of values) {
    const source = sourceIn(value)
    if (source !== null && !byUrl.has(source.url)) byUrl.set(source.url, source)
  }
  return [...byUrl.values()]
}
