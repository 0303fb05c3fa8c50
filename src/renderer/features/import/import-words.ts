import { assertNever } from '../../../shared/assert-never.ts'
import { countOf } from '../../../client/words/words.ts'
import type {
  FoundSession,
  SessionProgram,
  Skipped,
} from '../../../shared/protocol/import-commands.ts'

export function nameOfProgram(program: SessionProgram): string {
  switch (program) {
    case 'phoenix':
      return 'Phoenix'
    case 'claudeCode':
      return 'Claude Code'
    case 'codex':
      return 'Codex'
    case 'opencode':
      return 'opencode'
    case 'pi':
      return 'pi'
    default:
      return assertNever(program)
  }
}

/** The parts of a file that are not shown; null: everything is. */
export function wordsOfSkipped(skipped: readonly Skipped[]): string | null {
  if (skipped.length === 0) return null
  return `Skipped: ${skipped.map(({ count, what }) => countOf(count, what, what)).join(', ')}.`
}

/** What a copy of the file would not have; null: nothing. */
export function wordsOfUncopied(count: number): string | null {
  if (count === 0) return null
  return `Continue here leaves out ${count.toLocaleString('en')} of them: earlier versions and the work of sub-agents.`
}

/** The button that imports the shown ones of all sessions. Null: none are shown. */
export function wordsOfImport(shown: number, all: number): string | null {
  if (shown === 0) return null
  if (shown === all) return 'Import all'
  return shown === 1 ? 'Import this one' : `Import these ${shown.toLocaleString('en')}`
}

/** The sessions whose title, folder or program contains all words of the text. */
export function sessionsWith(
  sessions: readonly FoundSession[],
  text: string,
): readonly FoundSession[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return sessions.filter(({ folder, program, title }) => {
    const all = `${title} ${folder} ${nameOfProgram(program)}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
