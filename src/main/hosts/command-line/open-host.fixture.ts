import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/** Runs a module in a process of its own, which gets the folder as its argument. */
export function runModule(text: string, folder: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', text, folder])
}
