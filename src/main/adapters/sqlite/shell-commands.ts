import type { Database } from 'better-sqlite3'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import type { ShellStore } from '../../runtime/ports/shell-port.ts'

interface ShellRow {
  readonly id: string
  readonly after_seq: number
  readonly command: string
  readonly since: number
  readonly is_sandboxed: number
  readonly phase: string
  readonly output: string
}

/** The limit of commands per page: the newest are shown. */
const SHOWN = 200

interface ShellTable extends Pick<ShellStore, 'shellCommand' | 'shellCommands'> {
  begin(id: ConversationId, command: ShellCommand): void
  end(id: WorkId, end: Pick<ShellCommand, 'phase' | 'output'>): void
  interrupt(): void
}

/** The table of commands that users ran themselves. Each change is one statement: complete or not at all. */
export function prepareShellCommands(db: Database): ShellTable {
  const one = db.prepare<[string], ShellRow>('SELECT * FROM shell_commands WHERE id = ?')
  const page = db.prepare<[string, number, number], ShellRow>(`
    SELECT * FROM shell_commands WHERE conversation_id = ? AND after_seq >= ? AND after_seq < ?
    ORDER BY after_seq DESC, since DESC, rowid DESC LIMIT ${SHOWN}`)
  const insert = db.prepare(`
    INSERT INTO shell_commands (id, conversation_id, after_seq, command, since, is_sandboxed, phase, output)
    VALUES (:id, :conversationId, :afterSeq, :command, :since, :isSandboxed, :phase, :output)`)
  const end = db.prepare('UPDATE shell_commands SET phase = ?, output = ? WHERE id = ?')
  const interrupt = db.prepare(
    `UPDATE shell_commands SET phase = '{"type":"interrupted"}' WHERE phase = '{"type":"running"}'`,
  )
  return {
    shellCommand: (id) => {
      const row = one.get(id)
      return row === undefined ? null : toShellCommand(row)
    },
    shellCommands: (id, { from, before }) =>
      page.all(id, from, before).toReversed().map(toShellCommand),
    begin: (conversationId, { isSandboxed, phase, ...row }) => {
      const stored = { isSandboxed: Number(isSandboxed), phase: JSON.stringify(phase) }
      insert.run({ ...row, ...stored, conversationId })
    },
    end: (id, { phase, output }) => void end.run(JSON.stringify(phase), output, id),
    interrupt: () => void interrupt.run(),
  }
}

function toShellCommand({ id, command, since, output, ...row }: ShellRow): ShellCommand {
  const phase: unknown = JSON.parse(row.phase)
  const isSandboxed = row.is_sandboxed === 1
  return ShellCommand.parse({
    id,
    command,
    since,
    output,
    phase,
    isSandboxed,
    afterSeq: row.after_seq,
  })
}
