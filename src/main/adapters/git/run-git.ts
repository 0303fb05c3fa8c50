import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { assertNever } from '../../../shared/assert-never.ts'
import { type ConversationId, WorkId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import type { RawOutput } from '../processes/output/printed.ts'
import { SAFE_GIT } from '../processes/spawn/safe-git.ts'
import type { Supervisor } from '../processes/supervisor.ts'

/**
 * The file filters that may run: all, in the sandbox; those in the user's own settings (git-lfs); none. The others are set
 * to nothing.
 */
export type Filters = 'all' | 'persons' | 'none'

const NAMES = String.raw`^(filter\..*\.(clean|smudge|process|required)|hook\..*\.event)$`

/**
 * Since version 2.54, git also runs hooks that its config names, whatever `core.hooksPath` says: each is disabled. All config is
 * read as git itself will read it, because what a file includes may depend on what another one says (hasconfig).
 */
function guardOf(filters: Filters): string {
  if (filters === 'all') return SAFE_GIT
  return `${SAFE_GIT}
names=$(config_names '${NAMES}')
[ $? -le 1 ] || exit 128
named=0
while IFS=$'\\t' read -r scope name; do
  case $scope:$name in
    : ) continue ;;
    *:hook.*) name=\${name%.event}.enabled value=false ;;
    ${filters === 'persons' ? 'system:* | global:*) continue ;;' : ''}
    *) value= ;;
  esac
  export "GIT_CONFIG_KEY_$named=$name" "GIT_CONFIG_VALUE_$named=$value"
  named=$((named + 1))
done <<END_OF_NAMES
$names
END_OF_NAMES
export GIT_CONFIG_COUNT=$named`
}

export interface GitScript {
  readonly conversationId: ConversationId
  readonly folder: string
  /** A bash script with `safe_git` instead of git. It must limit its own output; its errors are discarded. */
  readonly script: string
  /** Null runs it outside any sandbox. */
  readonly sandboxPolicy: SandboxPolicy | null
  readonly filters: Filters
  readonly limitMs: number
  readonly signal: AbortSignal
  readonly mayFinish?: true
}

/** `stopped` by its signal, `late` by its limit, otherwise a sentence for people. */
export type GitFault = 'stopped' | 'late' | { readonly sentence: string }

export interface GitResult {
  readonly code: number
  readonly bytes: Buffer
}

/**
 * Runs git like every command: supervised, with a limit. Programs that the repository has configured never run outside the
 * sandbox.
 */
export async function runGit(
  supervisor: Pick<Supervisor, 'run'>,
  { script, filters, ...request }: GitScript,
): Promise<Result<GitResult, GitFault>> {
  let raw: RawOutput = { file: null, bytes: Buffer.alloc(0) }
  const outcome = await supervisor.run({
    ...request,
    workId: WorkId.parse(`git-${randomUUID()}`),
    command: `exec 2> /dev/null\n${guardOf(filters)}\n${script}`,
    onOutput: () => undefined,
    onWhole: (whole) => (raw = whole),
  })
  switch (outcome.type) {
    case 'exited':
      return read(outcome.code, raw)
    case 'aborted':
      return failed('stopped')
    case 'timedOut':
      return failed('late')
    case 'signalled':
      return failed({ sentence: `git was ended by ${outcome.signal}.` })
    case 'notStarted':
      return failed({ sentence: outcome.reason })
    default:
      return assertNever(outcome)
  }
}

async function read(
  code: number,
  { bytes, file }: RawOutput,
): Promise<Result<GitResult, GitFault>> {
  try {
    const start = file === null ? Buffer.alloc(0) : await readFile(file)
    return ok({ code, bytes: Buffer.concat([start, bytes]) })
  } catch {
    return failed({ sentence: 'What git printed could not be read.' })
  }
}
