import type { SessionProgram } from '../../../shared/protocol/import-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { textOf } from '../files/encoding.ts'
import { isJson, type Json, parseJson, textIn } from './foreign-json.ts'
import { readClaudeCode } from './read-claude-code.ts'
import { readCodex } from './read-codex.ts'
import { readOpencode } from './read-opencode.ts'
import { readPhoenix } from './read-phoenix.ts'
import { readPi } from './read-pi.ts'

/** The table of formats: pure readers of a file's text. They never throw, and never misread what they do not know. */
export const READERS: Readonly<Record<SessionProgram, (text: string) => ReadSession>> = {
  phoenix: readPhoenix,
  claudeCode: readClaudeCode,
  codex: readCodex,
  opencode: readOpencode,
  pi: readPi,
}

/** Reads a file of another program that the user chose; its content determines its format. */
export function readSession(bytes: Buffer): Result<ReadSession, string> {
  const text = textOf(bytes)
  if (text.startsWith('SQLite format 3')) return failed(DATABASE)
  const format = formatOf(text)
  return format === null ? failed(UNKNOWN) : nonEmpty(READERS[format](text))
}

export function nonEmpty(session: ReadSession): Result<ReadSession, string> {
  const hasWords = session.messages.some(({ content }) => content.type === 'user')
  return hasWords ? ok(session) : failed(NOTHING)
}

/** Null if it is not from a known program. */
function formatOf(text: string): SessionProgram | null {
  const lines = firstObjects(text)
  if (lines.some(isOfPi)) return 'pi'
  if (lines.some(isOfCodex)) return 'codex'
  if (lines.some(isOfClaudeCode)) return 'claudeCode'
  const whole = parseJson(text)
  if (whole === null) return null
  return isJson(whole['info']) && Array.isArray(whole['messages']) ? 'opencode' : null
}

/** The JSON objects among the first lines. */
function firstObjects(text: string): readonly Json[] {
  const lines = text.slice(0, LOOKED_AT).split('\n').slice(0, 50)
  return lines.map(parseJson).filter((json) => json !== null)
}

const LOOKED_AT = 1024 * 1024

/** The first line may be damaged: any other is recognised too. */
function isOfPi(line: Json): boolean {
  const { type, message } = line
  return (
    (type === 'session' && textIn(line, 'id') !== '') ||
    (type === 'message' && isJson(message) && textIn(message, 'role') !== '')
  )
}

const OF_CODEX: readonly unknown[] = ['response_item', 'event_msg', 'turn_context']

function isOfCodex({ type, instructions, id, payload }: Json): boolean {
  // The first line of early versions has no type.
  return (
    type === 'session_meta' ||
    (type === undefined && instructions !== undefined && id !== undefined) ||
    (OF_CODEX.includes(type) && isJson(payload))
  )
}

function isOfClaudeCode(line: Json): boolean {
  const isMessage = line['type'] === 'user' || line['type'] === 'assistant'
  return isMessage && textIn(line, 'uuid') !== '' && isJson(line['message'])
}

const UNKNOWN =
  'Phoenix can’t read this file: it is neither a JSON export from Phoenix nor a session from Claude Code, Codex, opencode or pi.'
const DATABASE = 'This is a database. Look for sessions and choose one from the list instead.'
export const NOTHING = 'This session contains no messages to import.'
