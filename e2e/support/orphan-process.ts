import type { App } from '../app.ts'

/**
 * The command of a process that no signal ends. Such a process cannot be created at will, so the host's report is
 * inserted into the connection.
 */
const COMMAND = 'dd if=/dev/sdb of=disk.img'

/**
 * Reloads the window with a connection which reports for each conversation that two processes of one run did not end,
 * until the window requests their end. Returns the work ids of those requests.
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
