import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where other programs keep their sessions. */
export interface SessionPlaces {
  readonly claudeCode: string
  readonly codex: string
  /** The folder that contains its database, or its files of early versions. */
  readonly opencode: string
  readonly pi: string
  /** For temporary files. */
  readonly scratch: string
}

/** The usual places, or those that the program's environment variable names. */
export function sessionPlaces(home: string, environment: NodeJS.ProcessEnv): SessionPlaces {
  const own = (name: string, ...usual: string[]): string =>
    environment[name] || join(home, ...usual)
  return {
    claudeCode: join(own('CLAUDE_CONFIG_DIR', '.claude'), 'projects'),
    codex: join(own('CODEX_HOME', '.codex'), 'sessions'),
    opencode: join(own('XDG_DATA_HOME', '.local', 'share'), 'opencode'),
    pi: join(own('PI_CODING_AGENT_DIR', '.pi', 'agent'), 'sessions'),
    scratch: tmpdir(),
  }
}
