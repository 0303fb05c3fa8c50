import { spawn } from '@lydell/node-pty'
import { assertNever } from '../../../shared/assert-never.ts'
import { guard } from '../../runtime/guard.ts'
import { withOwnDumps } from '../processes/spawn/crash-dumps.ts'
import { readProcess } from '../processes/tree/process-table.ts'
import { faultCode } from '../system/file-fault.ts'
import type { TerminalOrder, TerminalReport } from './messages.ts'
import { ServedTerminal } from './served-terminal.ts'
import { TerminalInput } from './terminal-input.ts'

/**
 * The output of all terminals is sent at most once in this time (ms), and at most this much of it (code units): 2 MB a
 * second.
 */
const TICK_MS = 16
const TICK_LENGTH = 32 * 1024

/** The channel to the program that gives the orders. */
export interface OrderPort {
  send(report: TerminalReport): void
  onOrder(listener: (order: TerminalOrder) => void): void
}

type Start = Extract<TerminalOrder, { type: 'start' }>

/**
 * The terminal host: holds the terminals and their content. It sends their output to the program that gives the orders at a
 * bounded rate, however many terminals there are.
 */
export function serveTerminals(port: OrderPort): void {
  const terminals = new Map<number, ServedTerminal>()
  let tick: NodeJS.Timeout | null = null
  let lastTick = -TICK_MS

  function wake(): void {
    if (tick !== null) return
    const due = Math.max(0, lastTick + TICK_MS - performance.now())
    tick = setTimeout(guard('sending terminal output', sendAll), due)
  }

  /** The terminal that was served first comes last the next time. */
  function sendAll(): void {
    tick = null
    lastTick = performance.now()
    let left = TICK_LENGTH
    const turn = Array.from(terminals)
    for (const [id, terminal] of turn) {
      if (!terminal.hasNews) continue
      if (left <= 0) return wake()
      left -= terminal.send(left)
      if (!terminals.delete(id)) continue
      terminals.set(id, terminal)
      if (terminal.hasNews) wake()
    }
  }

  function start({ dumpFilter, id, order, size }: Start): void {
    const { args, environment, file, folder } = order
    try {
      const { columns: cols, rows } = size
      const options = { cols, rows, cwd: folder, env: { ...environment } }
      const pty = withOwnDumps(() => spawn(file, [...args], options), dumpFilter)
      const { pid } = pty
      terminals.set(
        id,
        new ServedTerminal({ pty, input: new TerminalInput(pty) }, size, {
          onPrinted: (from, text) => port.send({ type: 'printed', id, from, text }),
          onResized: (resized) => port.send({ type: 'resized', id, size: resized }),
          onTitled: (title) => port.send({ type: 'titled', id, title }),
          onExited: (exit) => port.send({ type: 'exited', id, exit }),
          onWaiting: wake,
        }),
      )
      // The process is not reaped before the event loop continues, so the pid still belongs to it here.
      port.send({ type: 'started', id, pid, startTime: readProcess(pid)?.startTime ?? 0 })
    } catch (error) {
      port.send({ type: 'failed', id, code: faultCode(error) })
    }
  }

  function forget(id: number): void {
    terminals.get(id)?.close()
    terminals.delete(id)
  }

  /** If the terminal no longer exists, only questions need an answer. */
  function take(order: Exclude<TerminalOrder, { type: 'start' }>): void {
    const terminal = terminals.get(order.id)
    if (terminal === undefined) {
      if ('ask' in order) port.send({ type: 'unknown', ask: order.ask })
      return
    }
    switch (order.type) {
      case 'write':
        return terminal.write(order.data)
      case 'resize':
        return terminal.resize(order.size)
      case 'confirmed':
        return terminal.confirmed(order.length)
      case 'readScreen':
        return terminal.readScreen((screen) =>
          port.send({ type: 'screen', ask: order.ask, ...screen }),
        )
      case 'readLastCommand':
        return terminal.readLastCommand((text) =>
          port.send({ type: 'lastCommand', ask: order.ask, text }),
        )
      case 'hangUp':
        return terminal.hangUp()
      case 'forget':
        return forget(order.id)
      default:
        assertNever(order)
    }
  }

  port.onOrder((order) => (order.type === 'start' ? start(order) : take(order)))
}
