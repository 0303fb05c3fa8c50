import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { type FoundSession, MAX_FOUND_SESSIONS } from '../../../shared/protocol/import-commands.ts'
import { firstUnits } from '../../../shared/visible-text.ts'
import { filesIn, foldersIn } from './list-files.ts'
import { opencodeSessions } from './opencode-store.ts'
import { READERS } from './read-session.ts'
import type { SessionPlaces } from './session-places.ts'

const { O_NONBLOCK, O_RDONLY } = constants
/** How much of a file is read for its title and its folder: more if a long line, such as an image, takes most of it. */
const HEADS_BYTES = [256 * 1024, 2 * 1024 * 1024, 16 * 1024 * 1024] as const
/** More would take too long. */
const MAX_LOOKED_AT = 5_000

/**
 * The location of a session. `sessionId`: its id in a database or folder with many sessions; null if the file is the
 * session.
 */
export interface SessionPlace {
  readonly path: string
  readonly sessionId: string | null
}

export interface PlacedSession extends Omit<FoundSession, 'id'>, SessionPlace {}

type LineProgram = 'claudeCode' | 'codex' | 'pi'

/** Finds the newest sessions in these places. It blocks, so it runs in a thread. */
export function findSessions(places: SessionPlaces): readonly PlacedSession[] {
  const files = [
    ...ofFiles('claudeCode', foldersIn(places.claudeCode).flatMap(jsonLinesIn)),
    ...ofFiles('codex', underDays(places.codex).flatMap(jsonLinesIn)),
    ...ofFiles('pi', foldersIn(places.pi).flatMap(jsonLinesIn)),
  ]
  const stored = inOpencode(places)
  const newest = [...files, ...stored].toSorted((a, b) => b.at - a.at)
  const sessions: PlacedSession[] = []
  for (const found of newest.slice(0, MAX_LOOKED_AT)) {
    if (sessions.length === MAX_FOUND_SESSIONS) break
    const session = 'title' in found ? found : withHead(found)
    if (hasTitle(session)) sessions.push(session)
  }
  return sessions
}

type FoundFile = Omit<PlacedSession, 'title' | 'folder' | 'program'> & { program: LineProgram }

function ofFiles(program: LineProgram, paths: readonly string[]): readonly FoundFile[] {
  return paths.flatMap((path) => {
    const at = changedAt(path)
    return at === null ? [] : [{ program, path, sessionId: null, at }]
  })
}

/** ms since 1970; null if it is gone, or in a folder that may be listed but not entered. */
function changedAt(path: string): number | null {
  try {
    return statSync(path).mtimeMs
  } catch {
    return null
  }
}

function inOpencode({ opencode, scratch }: SessionPlaces): readonly PlacedSession[] {
  return opencodeSessions(opencode, scratch).map((each) => ({ program: 'opencode', ...each }))
}

function jsonLinesIn(folder: string): readonly string[] {
  const files = filesIn(folder).filter(({ name }) => name.endsWith('.jsonl'))
  return files.map(({ path }) => path)
}

/** Folders are named YEAR/MONTH/DAY. */
function underDays(folder: string): readonly string[] {
  return foldersIn(folder).flatMap(foldersIn).flatMap(foldersIn)
}

function withHead(found: FoundFile): PlacedSession {
  const { folder, title } = READERS[found.program](headOf(found.path))
  return { ...found, folder, title: firstUnits(title, 200) }
}

/** A session without a title contains nothing. */
function hasTitle({ title }: PlacedSession): boolean {
  return title.trim() !== ''
}

/** The first complete lines of a file; empty if it cannot be read. */
function headOf(path: string): string {
  try {
    const file = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0))
    try {
      let head = ''
      for (const most of HEADS_BYTES) {
        const bytes = Buffer.allocUnsafe(most)
        const length = readSync(file, bytes, 0, most, 0)
        if (length < most) return bytes.toString('utf8', 0, length)
        const end = bytes.lastIndexOf('\n') + 1
        head = bytes.toString('utf8', 0, end)
        if (end > most / 2) break
      }
      return head
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
