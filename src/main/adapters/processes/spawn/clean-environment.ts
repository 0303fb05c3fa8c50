import { delimiter } from 'node:path'

const SECRET_NAME = new RegExp(
  [
    'KEY|TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|_(?:PASS|PWD|PAT|AUTH|JWT)$',
    // That of Google's libraries is a path.
    '(?<!^GOOGLE_APPLICATION)_CREDENTIALS$',
    // Those that telemetry sends.
    '^OTEL_EXPORTER_OTLP_.*HEADERS$',
    // sshpass, and the open password stores of Bitwarden and 1Password.
    '^(?:SSHPASS|BW_SESSION|OP_SESSION_.*)$',
  ].join('|'),
  'i',
)

/**
 * Names that suggest secrets, variables of Phoenix, its host or the npm that started it, and those by which git tells its own
 * children which repository and settings are meant: commands work on their folder's. Git fails with only some of the latter.
 */
const STRIPPED = [
  SECRET_NAME,
  /^(?:PHOENIX|ELECTRON|ANTHROPIC|NPM)_/i,
  /^(?:NODE_OPTIONS|INIT_CWD)$/i,
  /^GIT_(?:(?:COMMON_)?DIR|(?:IMPLICIT_)?WORK_TREE|(?:INDEX|GRAFT|SHALLOW)_FILE|(?:INTERNAL_SUPER_)?PREFIX)$/,
  /^GIT_(?:NAMESPACE|QUARANTINE_PATH|NO_REPLACE_OBJECTS|REPLACE_REF_BASE)$/,
  /^GIT_(?:(?:ALTERNATE_)?OBJECT_DIRECTOR(?:Y|IES)|CONFIG(?:_COUNT|_PARAMETERS|_VALUE_\d+)?)$/,
]

/** No pager, no prompt, no colours or cursor: nobody is at a terminal. */
const UNATTENDED = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'dumb',
}

/** True for a variable whose name suggests that its value is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** The environment of commands: the user's, adapted to running without a terminal. */
export function cleanEnvironment(
  environment: Readonly<NodeJS.ProcessEnv>,
): Readonly<Record<string, string>> {
  return { ...personsEnvironment(environment), ...UNATTENDED }
}

/** The user's own environment, without keys and without traces of how Phoenix was started. */
export function personsEnvironment(
  environment: Readonly<NodeJS.ProcessEnv>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || STRIPPED.some((pattern) => pattern.test(name))) continue
    kept[name] = name.toUpperCase() === 'PATH' ? withoutNpmFolders(value) : value
  }
  return kept
}

/** `npm start` puts Phoenix's own tools before the user's. */
function withoutNpmFolders(path: string): string {
  const folders = path.split(delimiter).filter((folder) => !isNpmFolder(folder))
  return folders.join(delimiter)
}

function isNpmFolder(folder: string): boolean {
  return /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder) || folder.includes('node-gyp-bin')
}
