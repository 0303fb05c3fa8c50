import type { AppError } from '../shared/app-error.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import { visibleText } from '../shared/visible-text.ts'
import type { OpenedApp } from './conversations.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { OpenHost, CommandHost } from './terminal.ts'

const NOT_SERVED =
  'Phoenix closed the connection before it answered. It is quitting, or too many programs are connected to it. Try again.'
/** The database of a host that goes on, even of one in this process, may have been opened again after a fault. */
export const CONNECTION_ENDED =
  'Phoenix ended the connection while it was working: it quit, or had to open its database again. What was saved until then is in the conversation.'
const RECOVERING = 'Phoenix’s database could not be opened. Nothing was changed.'
const RESTORABLE = 'Start the app to see what can be restored.'
/** Each was ending just then, or had too many clients. */
const MOST_HOSTS = 4

/** A host, with its list and its settings. */
export interface Entered {
  readonly host: OpenHost
  readonly opened: OpenedApp
}

/**
 * Opens the host and asks for its list. A host that ends, or that lets nobody in, has done nothing for the command: it is
 * left, and the next one is asked. The error is a sentence for people.
 */
export async function enter({
  openHost,
}: Pick<CommandHost, 'openHost'>): Promise<Result<Entered, string>> {
  for (let count = 1; ; count += 1) {
    const host = await openHost()
    if (!host.ok) return host
    const opened = await host.value.client.request('app.open', {})
    if (opened.ok) return ok({ host: host.value, opened: opened.value })
    const { code } = opened.error
    const why = code === 'recovering' ? await whyUnopened(host.value) : sentenceOf(opened.error)
    await host.value.close()
    if (code !== 'disconnected' || count === MOST_HOSTS) return failed(why)
  }
}

/** Says which settings do not apply: work under the defaults instead would be a surprise. */
export function tellNotices(
  { settings, version }: OpenedApp,
  terminal: Pick<CommandHost['terminal'], 'note'>,
): void {
  tellVersion(version, terminal)
  for (const notice of settings.notices) terminal.note(visibleText(notice))
}

/** A host of another version may refuse what only this one knows, in words that do not say so. */
function tellVersion(version: string, terminal: Pick<CommandHost['terminal'], 'note'>): void {
  if (version === VERSION) return
  terminal.note(
    `Phoenix ${visibleText(version)} is running, and this command is of version ${VERSION}. If something does not work, quit Phoenix and start it again with the newer one.`,
  )
}

/** Says why the database is not open, and what to do. */
async function whyUnopened({ client }: OpenHost): Promise<string> {
  const read = await client.request('recovery.read', {})
  if (!read.ok) return `${RECOVERING} ${RESTORABLE}`
  const { found, isDamaged } = read.value
  return isDamaged ? `${found} ${RESTORABLE}` : found
}

function sentenceOf({ code, message }: AppError): string {
  return code === 'disconnected' ? NOT_SERVED : message
}

/** Runs a typical command: opens the host, asks and leaves. Each error is a sentence for people. */
export async function withApp(
  { openHost, terminal }: CommandHost,
  ask: (host: OpenHost, opened: OpenedApp) => Promise<Result<ExitCode, string>>,
): Promise<ExitCode> {
  const entered = await enter({ openHost })
  if (!entered.ok) return fail(entered.error)
  const { host, opened } = entered.value
  const answer = await ask(host, opened)
  await host.close()
  if (answer.ok) return answer.value
  tellVersion(opened.version, terminal)
  return fail(answer.error)

  function fail(sentence: string): ExitCode {
    terminal.note(sentence)
    return EXIT.failed
  }
}
