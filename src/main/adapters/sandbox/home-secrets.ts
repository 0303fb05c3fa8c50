import { delimiter, isAbsolute, join } from 'node:path'
import { holdsSecrets } from '../files/secrets.ts'

/** Places in a home folder that contain keys, sessions, input histories, or sockets of programs outside. */
const PLACES = [
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.claude/.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.composer/auth.json',
  '.gem/credentials',
  '.gradle/gradle.properties',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.terraform.d',
  '.pulumi/credentials.json',
  '.fly/config.yml',
  '.oci',
  '.aliyun',
  '.s3cfg',
  '.boto',
  '.kaggle',
  '.databrickscfg',
  '.railway/config.json',
  '.sentryclirc',
  '.authinfo',
  '.pg_service.conf',
  '.mylogin.cnf',
  '.gemini/oauth_creds.json',
  '.copilot/config.json',
  '.huggingface',
  '.cache/huggingface/token',
  '.colima',
  '.lima',
  '.orbstack',
  '.rd',
  '.config/composer/auth.json',
  '.config/argocd',
  '.config/configstore/firebase-tools.json',
  '.config/containers/auth.json',
  '.config/doctl',
  '.config/gh',
  '.config/git/credentials',
  '.config/github-copilot',
  '.config/glab-cli',
  '.config/hcloud',
  '.config/helm/registry',
  '.config/hub',
  '.config/ngrok',
  '.config/op',
  '.config/phoenix',
  '.config/pypoetry/auth.toml',
  '.config/rclone',
  '.config/scw',
  '.config/solana/id.json',
  '.config/sops',
  '.config/stripe',
  '.config/.wrangler',
  '.config/1Password',
  '.config/Bitwarden',
  '.config/Bitwarden CLI',
  '.config/keepassxc',
  '.config/Signal',
  '.config/Slack',
  '.config/BraveSoftware',
  '.config/chromium',
  '.config/google-chrome',
  '.config/microsoft-edge',
  '.config/opera',
  '.config/vivaldi',
  '.local/share/TelegramDesktop',
  '.local/share/com.vercel.cli',
  '.local/share/keyrings',
  '.local/share/opencode/auth.json',
  '.local/share/kwalletd',
  '.mozilla',
  '.thunderbird',
  '.var/app',
  'snap/chromium',
  'snap/firefox',
  '.Xauthority',
  '.ICEauthority',
  '.bash_history',
  '.dbshell',
  '.rediscli_history',
  '.zsh_history',
  '.node_repl_history',
  '.python_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.zsh_sessions',
  '.local/share/fish/fish_history',
  '.local/share/atuin',
  '.bitcoin',
  '.electrum',
  '.ethereum',
]

const PLACES_OF_MACS = [
  'Library/Application Support/Bitwarden CLI',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Firefox',
  'Library/Application Support/Google',
  'Library/Application Support/Microsoft Edge',
  'Library/Cookies',
  'Library/Keychains',
  'Library/Mail',
  'Library/Messages',
  'Library/Safari',
]

/** The places of secrets in a home: the known ones, and everything in the home and its .config with such a name. */
export async function secretPlaces(
  home: string,
  platform: NodeJS.Platform,
  namesIn: (folder: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const places = new Set(platform === 'darwin' ? [...PLACES, ...PLACES_OF_MACS] : PLACES)
  for (const folder of ['', '.config']) {
    for (const name of await namesIn(join(home, folder))) {
      if (holdsSecrets([name])) places.add(join(folder, name))
    }
  }
  return [...places].map((place) => join(home, place))
}

/** Files and folders with secrets that the environment names, wherever they are. */
const NAMED_BY = [
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'CLOUDSDK_CONFIG',
  'DOCKER_CONFIG',
  'GNUPGHOME',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'KUBECONFIG',
  'NETRC',
  'NPM_CONFIG_USERCONFIG',
  'PGPASSFILE',
  'XAUTHORITY',
]

export function secretsNamedBy(environment: NodeJS.ProcessEnv): readonly string[] {
  return NAMED_BY.flatMap((name) => environment[name]?.split(delimiter) ?? []).filter(isAbsolute)
}
