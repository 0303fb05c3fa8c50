import { join } from 'node:path'

/**
 * Variables that lead to programs outside: agents, the desktop, containers. Removed, because these programs could act on a
 * command's request.
 */
const SOCKET_VARIABLES = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'SSH_ASKPASS',
  'GIT_ASKPASS',
  'GPG_AGENT_INFO',
  'DBUS_SESSION_BUS_ADDRESS',
  'DBUS_SYSTEM_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'ICEAUTHORITY',
  'SESSION_MANAGER',
  'DOCKER_HOST',
  'CONTAINER_HOST',
  'KUBECONFIG',
  'NOTIFY_SOCKET',
  'TMUX',
  'STY',
  'VSCODE_IPC_HOOK',
  'VSCODE_IPC_HOOK_CLI',
  'VSCODE_GIT_IPC_HANDLE',
  'EMACS_SERVER_FILE',
]

/** Changes to the environment of a sandboxed command: caches and temp folders that it can write to. */
export function sandboxedEnvironment(
  cache: string,
  temp: string,
): Readonly<Record<string, string | undefined>> {
  return {
    ...Object.fromEntries(SOCKET_VARIABLES.map((name) => [name, undefined])),
    TMPDIR: temp,
    TMP: temp,
    TEMP: temp,
    XDG_CACHE_HOME: cache,
    npm_config_cache: join(cache, 'npm'),
    npm_config_update_notifier: 'false',
    YARN_CACHE_FOLDER: join(cache, 'yarn'),
    BUN_INSTALL_CACHE_DIR: join(cache, 'bun'),
    DENO_DIR: join(cache, 'deno'),
    PIP_CACHE_DIR: join(cache, 'pip'),
    UV_CACHE_DIR: join(cache, 'uv'),
    CARGO_HOME: join(cache, 'cargo'),
    GOCACHE: join(cache, 'go-build'),
    GOMODCACHE: join(cache, 'go-mod'),
    GRADLE_USER_HOME: join(cache, 'gradle'),
    MAVEN_ARGS: `-Dmaven.repo.local=${join(cache, 'maven')}`,
    NUGET_PACKAGES: join(cache, 'nuget'),
    COMPOSER_CACHE_DIR: join(cache, 'composer'),
    CCACHE_DIR: join(cache, 'ccache'),
  }
}
