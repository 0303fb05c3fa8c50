import { cappedLines, counted, MAX_RESULT_BYTES } from './capped.ts'
import type { Cut } from './found-files.ts'
import type { FoundFile, Hit } from './search-hits.ts'

const LINES_PER_FILE = 5

interface Search {
  readonly keywords: readonly string[]
  readonly cut: Cut
  readonly where: string
}

/** What the model reads of a search, and the few words for people. */
export function describeFiles(
  files: readonly FoundFile[],
  search: Search,
): { readonly text: string; readonly summary: string } {
  const count = counted(files.length, 'file')
  if (files.length === 0) return { text: nothing(search), summary: 'Nothing found' }
  const lines = files.flatMap((file) => describeFile(file, search.keywords.length))
  const { leftOut, shown } = cappedLines(lines, MAX_RESULT_BYTES - 512)
  const notes = [
    `${count} in all`,
    ...(leftOut === 0 ? [] : [`the last ${counted(leftOut, 'line')} left out`]),
    ...(search.cut === 'size' ? ['there are more: only the first 1 MB was taken'] : []),
    ...(search.cut === 'files' ? ['there are more: only the first 500 files were taken'] : []),
    ...(search.cut === 'time' ? ['there may be more: stopped after 10 seconds'] : []),
  ]
  const advice = leftOut > 0 || search.cut !== null ? '. Narrow it down with path or glob' : ''
  return { text: [...shown, `[${notes.join('; ')}${advice}]`].join('\n'), summary: count }
}

function nothing({ cut, keywords, where }: Search): string {
  const what = keywords.length === 1 ? 'the keyword' : 'any of the keywords'
  const place = where === '.' ? 'the folder' : where
  if (cut === 'time') return `Nothing was found in ${place} within 10 seconds. Narrow it down.`
  return `[no file in ${place} holds ${what}; what git ignores was not searched]`
}

function describeFile({ hits, keywords, path }: FoundFile, of: number): readonly string[] {
  const shown = mostTelling(hits)
  const ranked = of === 1 ? '' : `${keywords} of ${of} keywords, `
  const more = hits.length - shown.length
  return [
    `${path} (${ranked}${counted(hits.length, 'line')})`,
    ...shown.map(({ line, text }) => `  ${line}: ${text.trim()}`),
    ...(more === 0 ? [] : [`  … ${counted(more, 'more line', 'more lines')}`]),
  ]
}

/** The first line of each keyword, then the first lines; in their order. */
function mostTelling(hits: readonly Hit[]): readonly Hit[] {
  const seen = new Set<string>()
  const telling = hits.filter((hit) => {
    const isNew = hit.keywords.some((keyword) => !seen.has(keyword))
    for (const keyword of hit.keywords) seen.add(keyword)
    return isNew
  })
  const chosen = new Set([...telling, ...hits].slice(0, LINES_PER_FILE))
  for (const hit of hits) if (chosen.size < LINES_PER_FILE) chosen.add(hit)
  return hits.filter((hit) => chosen.has(hit))
}
