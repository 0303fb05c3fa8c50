import { join } from 'node:path'
import { bashCompletion, fishCompletion, zshCompletion } from './command-line-completions.ts'
import { manPage } from './command-line-man.ts'
import { commandLinePage } from './command-line-page.ts'

const ROOT = join(import.meta.dirname, '../..')

/** All files generated from the command line's table, by path. */
export function commandLineFiles(): ReadonlyMap<string, string> {
  return new Map([
    [join(ROOT, 'docs/command-line.md'), commandLinePage()],
    [join(ROOT, 'resources/command-line/phoenix.1'), manPage()],
    [join(ROOT, 'resources/command-line/phoenix.bash'), bashCompletion()],
    [join(ROOT, 'resources/command-line/_phoenix'), zshCompletion()],
    [join(ROOT, 'resources/command-line/phoenix.fish'), fishCompletion()],
  ])
}
