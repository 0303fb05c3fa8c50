import { trimEndOf } from '../../../shared/trim-end.ts'

/**
 * Names of files and folders that hold secrets, with `*` as a wildcard; case-insensitive. It can only be a list of names:
 * anything it misses is in the folder that the user chose, or needs approval because it is outside.
 */
export const SECRET_NAMES: readonly string[] = [
  '.env*',
  '*.env',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ppk',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.docker',
  '.password-store',
  '.npmrc',
  '.yarnrc*',
  '.netrc',
  '_netrc',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.dockercfg',
  '.git-credentials',
  '.terraformrc',
  '.vault-token',
  'credentials',
  'credentials.json',
  'credentials.y*ml',
  'credentials.toml',
  'credentials.ini',
  'credentials.xml',
  'credentials.properties',
  'application_default_credentials.json',
  'secrets.json',
  'secrets.y*ml',
  'secrets.toml',
  'gcloud',
  'keychains',
  'keyrings',
  '*.keychain',
  '*.keychain-db',
  'cookies.sqlite',
  'logins.json',
  'login data',
]

const PATTERNS = SECRET_NAMES.map(
  (name) => new RegExp(`^${name.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`, 'i'),
)

/** True if one of the names in a path is that of a secret. */
export function holdsSecrets(names: readonly string[]): boolean {
  return names.map(plainName).some((name) => PATTERNS.some((pattern) => pattern.test(name)))
}

/** The name as Windows reads it: the name of a stream, and dots and spaces at the end, do not make it another file. */
function plainName(name: string): string {
  const [file = ''] = name.normalize('NFKC').split(':', 1)
  return trimEndOf(file, '. ')
}
