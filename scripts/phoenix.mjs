#!/usr/bin/env node
// `phoenix`: builds what is stale and runs the command line, in this process if its Node is new enough. Plain
// JavaScript without new syntax, like ready.mjs.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { leave, readyNode, ROOT } from './ready.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const program = join(ROOT, 'out/main/command-line.js')
const node = readyNode('phoenix')
if (node === process.execPath) void import(pathToFileURL(program).href)
else becomes()

/** The terminal sends Ctrl+C to both processes: only the command handles it. */
function becomes() {
  const child = spawn(node, [program].concat(process.argv.slice(2)), { stdio: 'inherit' })
  child.on('error', () => leave('Node cannot be started: run npm ci, then phoenix again.'))
  child.on('exit', (code, signal) => {
    process.exit(code === null ? 128 + (constants.signals[signal] || 0) : code)
  })
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal)
    })
  }
}
