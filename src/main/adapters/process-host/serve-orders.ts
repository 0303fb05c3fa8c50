import { connect, type Socket } from 'node:net'
import { assertNever } from '../../../shared/assert-never.ts'
import { guard } from '../../runtime/guard.ts'
import type { ProcessOrder } from '../processes/command-process.ts'
import { useDumpFilter } from '../processes/crash-dumps.ts'
import { spawnProcess } from '../processes/spawn-process.ts'
import { faultCode } from '../system/file-fault.ts'
import { headerOf, type HostOrder, type HostReport } from './messages.ts'

/** Lines that stand ready: those of one confined command. */
const SPARE_LINES = 3

/** The way to the program that gives the orders. */
export interface OrderPort {
  send(report: HostReport): void
  onOrder(listener: (order: HostOrder) => void): void
}

/** A connection to that program, for a process to write into. */
interface Line {
  readonly number: number
  readonly socket: Socket
}

/**
 * The process host: starts processes as its children and reports their ends. What they print never passes through it: they
 * are given lines of the program that ordered them. It imports node: and its siblings only and uses erasable types only:
 * it runs from the build and straight from source.
 */
export function serveOrders(port: OrderPort): void {
  const spare: Promise<Line>[] = []
  let next = 0
  let open = openNowhere

  function refill(): void {
    while (spare.length < SPARE_LINES) {
      const line = open()
      // Who takes it hears of it.
      line.catch(() => undefined)
      spare.push(line)
    }
  }

  async function begin(order: Extract<HostOrder, { type: 'greeting' }>): Promise<void> {
    useDumpFilter(order.dumpFilter)
    const secret = Buffer.from(order.secret, 'hex')
    open = () => openLine(order.socketPath, headerOf(secret, next), next++)
    refill()
    await Promise.all(spare)
    port.send({ type: 'ready' })
  }

  async function start(id: number, order: ProcessOrder): Promise<void> {
    refill()
    const taken = spare.splice(0, order.hasGate ? 3 : 2)
    // Behind the command, which need not wait for it.
    setImmediate(guard('opening lines', refill))
    const [stdout, stderr, gate] = await Promise.all(taken)
    if (stdout === undefined || stderr === undefined) throw new Error('A line is missing.')
    const spawned = await spawnProcess(order, [stdout.socket, stderr.socket])
    if (spawned.type === 'started') {
      const { pid, startTime } = spawned
      if (gate !== undefined && spawned.gate !== null) join(gate.socket, spawned.gate)
      const lines = [stdout, stderr, ...(gate === undefined ? [] : [gate])]
      port.send({ type: 'started', id, pid, startTime, lines: lines.map(({ number }) => number) })
      void spawned.exit.then((exit) => port.send({ type: 'exited', id, exit }))
    } else {
      gate?.socket.destroy()
      port.send({ type: 'failed', id, code: spawned.code })
    }
    // The process has them now, and alone ends them.
    stdout.socket.destroy()
    stderr.socket.destroy()
  }

  port.onOrder((order) => {
    switch (order.type) {
      case 'greeting':
        void begin(order)
        return
      case 'start':
        start(order.id, order.order).catch((error: unknown) =>
          port.send({ type: 'failed', id: order.id, code: faultCode(error) }),
        )
        return
      default:
        assertNever(order)
    }
  })
}

/** Before the greeting. */
function openNowhere(): Promise<Line> {
  return Promise.reject(new Error('Nobody has said where lines lead to.'))
}

function openLine(path: string, header: Buffer, number: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const opened = guard('a line of the process host', () => {
      socket.write(header)
      resolve({ number, socket })
    })
    socket.once('connect', opened)
    socket.on('error', guard('a line that cannot be opened', reject))
  })
}

/**
 * A line that this process has opened is read without waiting, also by a command that has it: one that is to wait at its gate
 * has a pipe of its own, joined to the line. Who lets go of one end lets go of both.
 */
function join(line: Socket, gate: NodeJS.ReadWriteStream): void {
  gate.on('error', () => undefined)
  line.pipe(gate)
  gate.pipe(line)
  line.once(
    'close',
    guard('a gate that nobody opens', () => gate.end()),
  )
  gate.once(
    'close',
    guard('a gate that nobody waits at', () => line.end()),
  )
}
