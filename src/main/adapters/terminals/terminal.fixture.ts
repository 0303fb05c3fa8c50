import { randomUUID } from 'node:crypto'
import { type TerminalSize } from '../../../shared/conversation/terminal.ts'
import { WorkId } from '../../../shared/ids.ts'
import type { OpenTerminal } from '../../runtime/terminals/terminal-port.ts'
import { forkedChannel } from '../process-host/forked-channel.ts'
import { CONVERSATION, until } from '../processes/supervisor-fixture.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { Terminal } from './headless.ts'
import type { TerminalOrder, TerminalReport } from './messages.ts'
import { createTerminalPort, type TerminalParts } from './terminal-port.ts'

/** Straight from source. */
export const testTerminals = forkedChannel<TerminalOrder, TerminalReport>(
  new URL('./terminal-host-entry.ts', import.meta.url),
)

export const SIZE: TerminalSize = { columns: 80, rows: 24 }

/** Bash without anybody's start-up files. */
export const PLAIN_SHELL = { ...process.env, SHELL: '/bin/bash', HOME: '/nowhere', PS1: '$ ' }

export function terminalsOf(
  supervisor: Supervisor,
  options: Partial<TerminalParts> = {},
): ReturnType<typeof createTerminalPort> {
  const { platform } = process
  const parts = { supervisor, platform, terminalHost: testTerminals, environment: PLAIN_SHELL }
  return createTerminalPort({ ...parts, version: '0.0.0', ...options })
}

/** The prompt of a shell that waits for a line. */
const PROMPT = /[$#] $/

/** A terminal as its listener sees it. */
export class Followed {
  printed = ''
  readonly titles: string[] = []
  readonly sizes: TerminalSize[] = []
  end: { readonly code: number | null; readonly signal: string | null } | null = null
  /** True while each piece begins where the previous one ended. */
  isWhole = true

  readonly terminal: OpenTerminal

  constructor(terminal: OpenTerminal) {
    this.terminal = terminal
  }

  static async open(
    port: ReturnType<typeof createTerminalPort>,
    { folder = '/', id = randomUUID() }: { folder?: string; id?: string } = {},
  ): Promise<Followed> {
    let followed: Followed | null = null
    const early: ((to: Followed) => void)[] = []
    const notify = (news: (to: Followed) => void): void =>
      void (followed === null ? early.push(news) : news(followed))
    const request = {
      conversationId: CONVERSATION,
      terminalId: WorkId.parse(id),
      folder,
      size: SIZE,
    }
    const opened = await port.open(request, {
      onPrinted: (from, text) => notify((to) => to.take(from, text)),
      onResized: (size) => notify((to) => to.sizes.push(size)),
      onTitled: (title) => notify((to) => to.titles.push(title)),
      onEnded: (end) => notify((to) => (to.end = end)),
    })
    if (!opened.ok) throw new Error(opened.error)
    followed = new Followed(opened.value)
    for (const news of early) news(followed)
    return followed
  }

  take(from: number, text: string): void {
    this.isWhole &&= from === this.printed.length
    this.printed += text
  }

  async run(line: string, answer: string): Promise<void> {
    const from = this.printed.length
    this.terminal.write(`${line}\r`)
    await until(() => this.printed.slice(from).includes(answer) && PROMPT.test(this.printed))
  }
}

/** The lines on a terminal that draws this. */
export async function drawn(
  text: string,
  { columns, rows }: TerminalSize,
): Promise<readonly string[]> {
  const terminal = new Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true })
  await new Promise<void>((resolve) => terminal.write(text, resolve))
  const { active } = terminal.buffer
  const lines = Array.from({ length: active.length }, (_, at) =>
    active.getLine(at)?.translateToString(true),
  )
  terminal.dispose()
  return lines.map((line) => line ?? '')
}
