import {
  linkSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { MAX_SOCKET_PATH } from '../../adapters/data-folder/local-socket-path.ts'
import { guard } from '../../runtime/guard.ts'

const ANSWER_MS = 1_000
const OTHERS_WRITE = 0o022
const STICKY = 0o1000

/**
 * A path where a socket can be created: nothing is there, or only a socket of this account that nobody listens on, which is
 * removed. Links are never followed, and anything else at the path stays. The error is a sentence for people.
 */
export async function freeSocketPath(wanted: string): Promise<Result<string, string>> {
  const placed = placeOf(resolve(wanted))
  if (!placed.ok) return placed
  const path = placed.value
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return placed
  if (!facts.isSocket() || facts.uid !== process.getuid?.())
    return failed(
      `${path} already exists and is not a socket of yours. Choose another path for --listen.`,
    )
  const state = await stateOf(path)
  if (state === 'living')
    return failed(`Another program listens at ${path}. Choose another path for --listen.`)
  if (state === 'unknown')
    return failed(`What is at ${path} does not answer. Remove it, or choose another path.`)
  return removeDead(path, facts) ? placed : failed(`Another program has just taken ${path}.`)
}

/** Resolves the folder to its real path: from here on, no part of it is looked up through a link. */
function placeOf(path: string): Result<string, string> {
  try {
    const folder = realpathSync(dirname(path))
    const { mode, uid } = statSync(folder)
    const isOpen = (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0
    if (isOpen || (uid !== process.getuid?.() && uid !== 0))
      return failed(`Others can change ${folder}. Choose a folder of your own for --listen.`)
    const place = join(folder, basename(path))
    return Buffer.byteLength(place) > MAX_SOCKET_PATH
      ? failed(`${place} is too long for a socket: at most ${MAX_SOCKET_PATH} bytes.`)
      : ok(place)
  } catch {
    return failed(`There is no folder ${dirname(path)} for the socket of --listen.`)
  }
}

function stateOf(path: string): Promise<'living' | 'dead' | 'unknown'> {
  return new Promise((done) => {
    const socket = connect({ path })
    const settle = (state: 'living' | 'dead' | 'unknown'): void => {
      socket.destroy()
      done(state)
    }
    socket.setTimeout(
      ANSWER_MS,
      guard('a socket timeout', () => settle('unknown')),
    )
    socket.on(
      'connect',
      guard('a socket in use', () => settle('living')),
    )
    const refused = guard('a socket refusing connections', (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'dead' : 'unknown'),
    )
    socket.on('error', refused)
  })
}

/** Moves the socket aside first: one that was created there since the check is live, and is put back. */
function removeDead(path: string, dead: Stats): boolean {
  const movedTo = `${path}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, movedTo)
  } catch {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  }
  const moved = lstatSync(movedTo)
  const isDead = moved.ino === dead.ino && moved.dev === dead.dev
  try {
    if (!isDead) linkSync(movedTo, path)
  } finally {
    rmSync(movedTo, { force: true })
  }
  return isDead
}
