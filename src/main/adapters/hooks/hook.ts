import type { HookEvent } from '../../../shared/conversation/hook-run.ts'

/** A user's command that runs at certain moments of a turn. */
export interface Hook {
  readonly event: HookEvent
  /**
   * Names of tools, with `*` for any letters; one of them must match. Empty: every tool. Ignored for events without a tool.
   */
  readonly tools: readonly string[]
  readonly command: string
  readonly timeoutMs: number
}

/** The names that other agents use for our tools: people's hooks use these. */
const KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  bash: ['Bash'],
  bash_background: ['Bash'],
  read_file: ['Read'],
  list_files: ['LS'],
  glob: ['Glob'],
  grep: ['Grep'],
  edit_file: ['Edit', 'MultiEdit'],
  write_file: ['Write'],
  apply_patch: ['Edit', 'Write', 'MultiEdit'],
  web_fetch: ['WebFetch'],
  todo_write: ['TodoWrite'],
  skill: ['Skill'],
}

/** The tool's name as hooks receive it. */
export function knownAs(tool: string): string {
  return KNOWN_AS[tool]?.[0] ?? tool
}

export function isForTool({ tools }: Pick<Hook, 'tools'>, tool: string): boolean {
  const names = [tool, ...(KNOWN_AS[tool] ?? [])]
  return tools.length === 0 || tools.some((pattern) => names.some((name) => fits(pattern, name)))
}

/**
 * `*` stands for any letters. Uses no regular expression: matching never takes longer than the pattern's length times the
 * name's.
 */
function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*')
  const [first = '', ...rest] = parts
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    const found = isLast ? name.length - part.length : name.indexOf(part, at)
    if (found < at || !name.startsWith(part, found)) return false
    at = found + part.length
  }
  return at === name.length
}
