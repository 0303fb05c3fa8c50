import type { App } from '../app.ts'

/** Of a process that no signal ends: such a one cannot be made at will, so its host's words are put into the line. */
const COMMAND = 'dd if=/dev/sdb of=disk.img'

/**
 * Opens the window again on a line that says of each conversation that two processes of one run would not end, until
 * the window has asked for their end. Answers the work ids that it has asked for.
 */
export async function withOrphans(app: App): Promise<{ readonly ended: readonly string[] }> {
  const ended: string[] = []
  await app.page.routeWebSocket(
    () => true,
    (page) => {
      const host = page.connectToServer()
      page.onMessage((message) => {
        const [, workId] =
          /"process\.end".*"workId":"([^"]+)"/.exec(String(message)) ?? ([] as const)
        if (workId !== undefined) ended.push(workId)
        host.send(message)
      })
      host.onMessage((message) => page.send(String(message).replace('"orphans":[]', ORPHANS)))
    },
  )
  await app.page.reload()
  return { ended }
}

const ORPHANS = `"orphans":${JSON.stringify(
  [4711, 4712].map((pid) => ({
    workId: 'stuck',
    pid,
    command: COMMAND,
    since: Date.now() - 95_000,
  })),
)}`
