import type { Result } from '../shared/result.ts'
import { openApp, type OpenedApp } from './conversations.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { OpenHost, CommandHost } from './terminal.ts'

/** Runs a typical command: opens the host, asks and leaves. Each error is a sentence for people. */
export async function withApp(
  { openHost, terminal }: CommandHost,
  ask: (host: OpenHost, opened: OpenedApp) => Promise<Result<ExitCode, string>>,
): Promise<ExitCode> {
  const host = await openHost()
  if (!host.ok) return fail(host.error)
  const opened = await openApp(host.value)
  const answer = opened.ok ? await ask(host.value, opened.value) : opened
  await host.value.close()
  return answer.ok ? answer.value : fail(answer.error)

  function fail(sentence: string): ExitCode {
    terminal.note(sentence)
    return EXIT.failed
  }
}
