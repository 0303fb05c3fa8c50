import { connect, type Socket } from 'node:net'
import { assertNever } from '../../../shared/assert-never.ts'
import { guard } from '../../runtime/guard.ts'
import { useDumpFilter } from '../processes/spawn/crash-dumps.ts'
import { makeNamedPipes } from '../processes/spawn/output-pipes.ts'
import { spawnProcess } from '../processes/spawn/spawn-process.ts'
import { faultCode } from '../system/file-fault.ts'
import { headerOf, type HostOrder, type HostReport } from './messages.ts'

type StartOrder = Extract<HostOrder, { type: 'start' }>

/** The channel to the program that gives the orders. */
export interface OrderPort {
  send(report: HostReport): void
  onOrder(listener: (order: HostOrder) => void): void
}

/** A connection to that program, on which a sandboxed command waits. */
interface GateConnection {
  readonly number: number
  readonly socket: Socket
}

/**
 * The process host: starts processes as its children and reports their ends. Their output never passes through it: they get
 * pipes of the program that ordered them. It imports only node: and its siblings and uses only erasable types, so it runs
 * both from the build and straight from source.
 */
export function serveOrders(port: OrderPort): void {
  let next = 0
  let open = openBeforeGreeting
  /** A connection opened in advance. */
  let spare: Promise<GateConnection> | null = null

  function prepareConnection(): Promise<GateConnection> {
    if (spare !== null) return spare
    const connection = open()
    spare = connection
    // Whoever uses it receives the error; the next command gets another connection.
    connection.catch(() => {
      if (spare === connection) spare = null
    })
    return connection
  }

  async function begin(order: Extract<HostOrder, { type: 'greeting' }>): Promise<void> {
    useDumpFilter(order.dumpFilter)
    const secret = Buffer.from(order.secret, 'hex')
    open = () => openConnection(order.socketPath, headerOf(secret, next), next++)
    await prepareConnection()
    port.send({ type: 'ready' })
  }

  function takeConnection(): Promise<GateConnection> {
    const connection = prepareConnection()
    spare = null
    // Opened after the command, which need not wait for it.
    setImmediate(guard('connecting to the process host', prepareConnection))
    return connection
  }

  async function start({ id, order, pipes }: StartOrder): Promise<void> {
    const connection = order.hasGate ? await takeConnection() : null
    const spawned = await spawnProcess(order, pipes)
    if (spawned.type === 'failed') {
      connection?.socket.destroy()
      port.send({ type: 'failed', id, code: spawned.code })
      return
    }
    const { exit, pid, startTime } = spawned
    if (connection !== null && spawned.gate !== null) join(connection.socket, spawned.gate)
    port.send({ type: 'started', id, pid, startTime, gate: connection?.number ?? null })
    void exit.then((ended) => port.send({ type: 'exited', id, exit: ended }))
  }

  port.onOrder((order) => {
    switch (order.type) {
      case 'greeting':
        void begin(order)
        return
      case 'start':
        start(order).catch((error: unknown) =>
          port.send({ type: 'failed', id: order.id, code: faultCode(error) }),
        )
        return
      case 'makePipes':
        void makeNamedPipes(order.paths, order).then((areMade) =>
          port.send({ type: 'pipesMade', areMade }),
        )
        return
      default:
        assertNever(order)
    }
  })
}

/** For orders before the greeting. */
function openBeforeGreeting(): Promise<GateConnection> {
  return Promise.reject(new Error('A command came before the greeting.'))
}

function openConnection(path: string, header: Buffer, number: number): Promise<GateConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const opened = guard('a connection to the process host', () => {
      socket.write(header)
      resolve({ number, socket })
    })
    socket.once('connect', opened)
    socket.on('error', guard('a failed connection to the process host', reject))
  })
}

/**
 * A connection that this process opened is non-blocking, also for a command that inherits it. So a command that waits at its gate
 * gets a separate pipe, joined to the connection. Closing one end closes both.
 */
function join(connection: Socket, gate: NodeJS.ReadWriteStream): void {
  gate.on('error', () => undefined)
  connection.pipe(gate)
  gate.pipe(connection)
  connection.once(
    'close',
    guard('a gate that nobody opens', () => gate.end()),
  )
  gate.once(
    'close',
    guard('a gate that nobody waits at', () => connection.end()),
  )
}
