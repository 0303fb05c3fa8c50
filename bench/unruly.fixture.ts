import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Report } from './run-in-process.ts'

/** A bench that starts a process in a session of its own, as a host starts commands, and then fails in some way. */
const [way = '', file = ''] = process.argv.slice(2)
const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
writeFileSync(file, JSON.stringify({ pids: [process.pid, child.pid], temp: tmpdir() }))

const failed: Report = { type: 'failed', reason: 'It went wrong.' }
if (way === 'fails') process.send?.(failed)
if (way === 'leaves') process.exit(3)
