import { utilityProcess } from 'electron'
import type { OpenChannel } from '../../adapters/process-host/channel.ts'
import type { HostOrder, HostReport } from '../../adapters/process-host/messages.ts'
import { guard } from '../../runtime/guard.ts'

/** For Electron, which does not run as Node (docs/decisions/006): orders go to a separate utility process. */
export function utilityChannel<Order = HostOrder, Report = HostReport>(
  entry: string,
  serviceName = 'Phoenix process host',
): OpenChannel<Order, Report> {
  return (environment, { onEnd, onReport }) => {
    const child = utilityProcess.fork(entry, [], {
      cwd: '/',
      env: { ...environment },
      stdio: 'ignore',
      serviceName,
    })
    child.on(
      'message',
      guard('a message from the process host', (report: Report) => onReport(report)),
    )
    child.once('exit', guard("the process host's exit", onEnd))
    // Without a listener, the end of its memory would be an error here. 'exit' follows it.
    child.on('error', () => undefined)
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
      send: (order) => child.postMessage(order),
      // A window keeps Electron alive; running work does not.
      hold: () => undefined,
      kill() {
        // Electron's `kill` sends a request, and a process that hangs does not answer it.
        if (child.pid !== undefined) killNow(child.pid)
      },
    }
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
