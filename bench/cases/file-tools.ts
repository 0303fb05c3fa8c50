import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { Workspace } from '../../src/main/adapters/tools/calling.fixture.ts'
import type { Trial } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { comparePairs, timeOf } from '../pairs.ts'

const FILES_IN_EACH = 100
const PATCHED_BYTES = 10 * 1024 ** 2

/**
 * Compares our grep with plain ripgrep, which searches for the same word in the same files and whose output is read
 * completely.
 */
export async function measureSearch(trial: Trial): Promise<readonly Figure[]> {
  const folders = trial.isShort ? 20 : 1_000
  using workspace = new Workspace()
  for (let folder = 0; folder < folders; folder++) {
    const path = join(workspace.folder, `module-${folder}`)
    mkdirSync(path)
    for (let file = 0; file < FILES_IN_EACH; file++) {
      const word = file === 0 && folder % 10 === 0 ? 'needle' : 'straw'
      const text = `// ${folder}\n${'const value = 1\n'.repeat(20)}${word}\n`
      writeFileSync(join(path, `file-${file}.ts`), text)
    }
  }
  const files = (folders * FILES_IN_EACH).toLocaleString('en')
  const count = trial.isShort ? 1 : 7
  const pair = { what: `grep in ${files} files`, count, limit: 1.5 }
  const figure = await comparePairs(
    pair,
    () => timeOf(() => mustSay(workspace, 'grep', { pattern: 'needle' }, 'needle')),
    () => timeOf(() => plainRipgrep(workspace.folder)),
  )
  return [figure]
}

async function plainRipgrep(cwd: string): Promise<void> {
  const args = ['--hidden', 'needle', './']
  const child = spawn(rgPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.resume()
  await once(child, 'close')
}

/**
 * Compares edit_file on a file of 10 MB with the safe minimum: read it, change it, write a second file, sync, rename.
 * The goal allows for the tool's other work: it reads twice (before it asks and before it writes), searches the whole
 * file for the place, and writes a diff.
 */
export async function measurePatch(trial: Trial): Promise<readonly Figure[]> {
  using workspace = new Workspace()
  const line = 'const value = 1 // one of many lines that look the same\n'
  const lines = line.repeat(Math.ceil(PATCHED_BYTES / 2 / line.length))
  const file = workspace.write('big.ts', `${lines}turn 0\n${lines}`)
  let turn = 0
  async function patchOnce(): Promise<void> {
    const change = { old_string: `turn ${turn}\n`, new_string: `turn ${++turn}\n` }
    await mustSay(workspace, 'edit_file', { path: 'big.ts', ...change }, `turn ${turn}`)
  }
  async function leastOnce(): Promise<void> {
    const text = await readFile(file, 'utf8')
    const changed = text.replace(`turn ${turn}\n`, `turn ${++turn}\n`)
    const written = await open(`${file}.new`, 'w')
    await written.writeFile(changed)
    await written.sync()
    await written.close()
    await rename(`${file}.new`, file)
  }
  const pair = { what: 'edit_file on a file of 10 MB', count: trial.isShort ? 1 : 15, limit: 6 }
  return [
    await comparePairs(
      pair,
      () => timeOf(patchOnce),
      () => timeOf(leastOnce),
    ),
  ]
}

async function mustSay(
  workspace: Workspace,
  tool: string,
  input: Record<string, unknown>,
  expected: string,
): Promise<void> {
  const { outcome, text } = await workspace.call(tool, input)
  if (outcome !== 'ok' || !text.includes(expected))
    throw new Error(`${tool}: ${text.slice(0, 500)}`)
}
