import { utilityProcess } from 'electron'
import type { OpenChannel } from '../../adapters/process-host/channel.ts'
import type { HostOrder, HostReport } from '../../adapters/process-host/messages.ts'
import { guard } from '../../runtime/guard.ts'

/** For Electron, which does not run as Node (docs/decisions/006): what takes orders is a utility process of its own. */
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
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
      send: (order) => child.postMessage(order),
      // A window keeps Electron alive, and not what runs.
      hold: () => undefined,
      kill() {
        // `kill` of Electron asks, and one that hangs does not answer.
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
