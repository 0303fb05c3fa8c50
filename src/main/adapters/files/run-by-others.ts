/** Files, and folders of files, that other tools run, often without asking. */
const RUNNERS: Readonly<Record<string, string>> = {
  '.envrc': 'direnv runs it',
  '.vscode': 'VS Code takes tasks and settings from it',
  '.idea': 'JetBrains IDEs take run configurations from it',
  '.devcontainer': 'editors start containers by it',
  '.devcontainer.json': 'editors start containers by it',
  '.husky': 'git runs it where husky is set up',
  '.githooks': 'git runs it where hooks are set up so',
  '.pre-commit-config.yaml': 'pre-commit runs what it names',
  'lefthook.yml': 'lefthook runs what it names',
  'package.json': 'npm runs its scripts',
  Makefile: 'make runs it',
  makefile: 'make runs it',
  GNUmakefile: 'make runs it',
  justfile: 'just runs it',
  'Taskfile.yml': 'task runs it',
  '.mise.toml': 'mise runs what it names',
}

export const RUN_BY_OTHERS: readonly string[] = Object.keys(RUNNERS)

/** The program that runs a file, by its path relative to the folder: half a sentence. Null if none is known. */
export function runnerOf(relativePath: string): string | null {
  const [first = ''] = relativePath.split(/[\\/]/)
  return RUNNERS[relativePath] ?? (first === relativePath ? null : (FOLDERS.get(first) ?? null))
}

const FOLDERS = new Map(
  ['.vscode', '.idea', '.devcontainer', '.husky', '.githooks'].map((name) => [name, RUNNERS[name]]),
)
