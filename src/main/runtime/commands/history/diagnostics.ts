import type { DiagnosticsPage, DiagnosticsWanted } from '../../../../shared/storage/diagnostics.ts'
import type { SettingsView } from '../../../../shared/settings/settings.ts'
import type { HistoryLog } from '../../ports/history-log.ts'
import { redacted } from './redact.ts'

/** The system's part of diagnostics. */
export interface DiagnosticsPort {
  /** Returns the versions of the program and its components, by name. */
  facts(): Readonly<Record<string, string>>
  /** Returns the newest lines of the local log as JSON, oldest first; empty if it cannot be read. */
  logLines(): readonly unknown[]
  /** Returns the text without any secret that Phoenix knows. */
  clean(text: string): string
}

export interface DiagnosticsSources extends DiagnosticsPort {
  readonly history: HistoryLog
  readonly settings: () => SettingsView
  /** The names of all tools. */
  readonly tools: ReadonlySet<string>
}

interface Row {
  readonly seq: number
}

const MOST_ROWS = 200
const MOST_CHARACTERS = 256 * 1024
const NO_ENDS = { events: Number.MAX_SAFE_INTEGER, messages: Number.MAX_SAFE_INTEGER }
const READS = { events: 'rows', messages: 'messages' } as const

const ABOUT =
  'Written by Phoenix for troubleshooting. The keys that Phoenix knows and texts that begin with sk- are removed. Other keys and passwords are not: read it before you pass it on.'

/**
 * Returns a part of a diagnostics file, in JSON: Phoenix's environment, the settings, the local log, and the event log
 * and messages of a conversation, without their texts unless these are requested. Each row is one line. Parts that
 * cannot be read say so.
 */
export function diagnosticsPage(
  sources: DiagnosticsSources,
  wanted: DiagnosticsWanted,
): DiagnosticsPage {
  const { conversationId: id, from, withTexts } = wanted
  if (from === null || id === null) return firstPage(sources, wanted)
  const { after: start, ends, part } = from
  const read = (): readonly Row[] =>
    sources.history[READS[part]](id, start, MOST_ROWS).filter(({ seq }) => seq <= ends[part])
  const rows = readable(read, [{ seq: start, fault: 'unreadable' }])
  const { after, isLast, lines } = linesOf(rows, start, (row) =>
    JSON.stringify(cleaned(withTexts ? row : redacted(row, sources.tools), sources)),
  )
  const text = lines.map((line, n) => `${start + n === 0 ? '' : ','}\n  ${line}`).join('')
  if (!isLast) return { text, next: { part, after, ends } }
  return part === 'events'
    ? { text: `${text}\n ],\n "messages": [`, next: { part: 'messages', after: 0, ends } }
    : { text: `${text}\n ]\n}\n`, next: null }
}

function firstPage(sources: DiagnosticsSources, wanted: DiagnosticsWanted): DiagnosticsPage {
  const { conversationId: id, withTexts } = wanted
  const { history, tools } = sources
  const block = (value: unknown): string =>
    JSON.stringify(cleaned(value, sources), null, 1).replaceAll('\n', '\n ')
  const log = sources.logLines().map((line) => `\n  ${JSON.stringify(cleaned(line, sources))}`)
  const parts = [
    `"about": ${block(ABOUT)}`,
    `"facts": ${block(sources.facts())}`,
    `"settings": ${block(sources.settings())}`,
    `"log": [${log.join(',')}\n ]`,
  ]
  if (id === null) return { text: `{\n ${parts.join(',\n ')}\n}\n`, next: null }
  const end = readable(() => history.end(id), { fault: 'unreadable' })
  const ends = 'fault' in end ? NO_ENDS : { events: end.seq, messages: end.messages }
  const stored = withTexts ? end : redacted(end, tools)
  parts.push(`"conversation": ${block({ id, withTexts, stored })}`)
  const text = `{\n ${parts.join(',\n ')},\n "events": [`
  return { text, next: { part: 'events', after: 0, ends } }
}

/** Returns as many lines as keep an answer small, and at least one. */
function linesOf(
  rows: readonly Row[],
  start: number,
  lineOf: (row: Row) => string,
): { readonly lines: readonly string[]; readonly after: number; readonly isLast: boolean } {
  const lines: string[] = []
  let after = start
  let length = 0
  for (const row of rows) {
    const line = lineOf(row)
    lines.push(line)
    after = row.seq
    length += line.length
    if (length > MOST_CHARACTERS) return { lines, after, isLast: false }
  }
  return { lines, after, isLast: rows.length < MOST_ROWS }
}

/** Returns a substitute for what cannot be read: diagnostics are needed most when a file is damaged. */
function readable<Value, Instead>(read: () => Value, instead: Instead): Value | Instead {
  try {
    return read()
  } catch {
    return instead
  }
}

/** Removes secrets before the value is written as JSON, which would change how they look. */
function cleaned(value: unknown, sources: DiagnosticsSources): unknown {
  if (typeof value === 'string') return sources.clean(value)
  if (Array.isArray(value)) return value.map((each) => cleaned(each, sources))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, each]) => [key, cleaned(each, sources)]))
}
