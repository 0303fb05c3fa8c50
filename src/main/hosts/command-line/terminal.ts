import { Readable, Writable } from 'node:stream'
import type { StopReason } from '../../../cli/exit-codes.ts'
import type { Terminal } from '../../../cli/terminal.ts'
import { terminalText } from '../../../cli/terminal-text.ts'
import { failed, ok } from '../../../shared/result.ts'
import { readRegular } from '../../adapters/data-folder/regular-file.ts'
import { faultCode, fileFault } from '../../adapters/system/file-fault.ts'
import { guard } from '../../runtime/guard.ts'
import { askForLine } from './ask-for-line.ts'
import { readInput } from './read-input.ts'
import { typedPath } from './typed-path.ts'
import { whyUnwritten } from './why-unwritten.ts'
import { writeFile } from './write-file.ts'

/** The process's terminal, pipes or files, and the signals that stop it. */
export function processTerminal(): Terminal & { stop(reason: StopReason): void } {
  const { stderr, stdin, stdout } = process
  const listeners: ((reason: StopReason) => void)[] = []
  const received: StopReason[] = []
  const stop = (reason: StopReason): void => {
    received.push(reason)
    for (const listener of listeners) listener(reason)
  }
  const outputFailed = guard('output that cannot be written', (error: Error) => {
    // The signal itself may come later, or not at all.
    if (stdout.isTTY && faultCode(error) === 'EIO') return stop('SIGHUP')
    const why = whyUnwritten(error)
    if (why !== null) stderr.write(why)
    stop(why === null ? 'readerGone' : 'outputFailed')
  })
  stdout.once('error', outputFailed)
  stdout.on('error', () => undefined)
  stderr.on('error', () => undefined)
  stdin.on('error', () => undefined)
  return {
    stop,
    print: (text) => void stdout.write(text),
    note: (line) => void stderr.write(`${terminalText(line)}\n`),
    isShown: stdout.isTTY,
    canAsk: stdin.isTTY && stderr.isTTY,
    ask: (question, signal) => askForLine(process, terminalText(question), signal),
    readInput: () => readInput(stdin),
    streams: () => ({ input: Readable.toWeb(stdin), output: Writable.toWeb(stdout) }),
    readFile(path, maxBytes) {
      try {
        return ok(new Uint8Array(readRegular(typedPath(path), maxBytes)))
      } catch (error) {
        return failed(`${path} could not be read: ${fileFault(error)}.`)
      }
    },
    writeFile,
    absolute: typedPath,
    onStop(listener) {
      listeners.push(listener)
      for (const reason of received) listener(reason)
    },
    folder: process.cwd(),
  }
}
