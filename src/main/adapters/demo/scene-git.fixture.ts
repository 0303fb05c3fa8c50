import { execFileSync } from 'node:child_process'
import { converse, textOf } from './fakes/conversing.ts'

export function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' })
}

export async function answer(folder: string): Promise<string> {
  const last = (await converse('show git changes', folder)).at(-1)
  return last === undefined ? '' : textOf(last)
}
