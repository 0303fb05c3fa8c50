import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folders where other programs keep their sessions. */
export interface SessionPlaces {
  readonly claudeCode: string
  readonly codex: string
  /** The folder of its database, or of its files in early versions. */
  readonly opencode: string
  readonly pi: string
  /** For temporary files. */
  readonly scratch: string
}

/** The default locations, or those set by the program's environment variable. */
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
