import { fork } from 'node:child_process'
import { guard } from '../../runtime/guard.ts'
import { closeInherited, withoutInherited } from '../processes/spawn/inherited.ts'
import type { OpenChannel } from './channel.ts'
import type { HostOrder, HostReport } from './messages.ts'

/** Fewer threads and less memory, because both make each fork slower. */
const LEAN = ['--single-threaded']

/** For a program that runs on Node itself. The process has its own session, so no key in a terminal ends it. */
export function forkedChannel<Order extends object = HostOrder, Report = HostReport>(
  entry: URL,
): OpenChannel<Order, Report> {
  return (environment, { onEnd, onReport }) => {
    const child = fork(entry, [], {
      cwd: '/',
      env: environment,
      execArgv: LEAN,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', ...withoutInherited(['ipc'])],
    })
    closeInherited(child, ['ipc'])
    child.on(
      'message',
      guard('a message from the process host', (report) => onReport(report as Report)),
    )
    child.once('exit', guard("the process host's exit", onEnd))
    child.on('error', guard("the process host's error", onEnd))
    child.unref()
    child.channel?.unref()
    return {
      // If it fails, the end is reported next; nobody needs the error.
      send: (order) => child.send(order, () => undefined),
      hold(isHeld) {
        if (isHeld) child.channel?.ref()
        else child.channel?.unref()
      },
      kill: () => child.kill('SIGKILL'),
    }
  }
}
