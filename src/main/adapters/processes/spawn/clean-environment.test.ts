import { execFileSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanEnvironment } from './clean-environment.ts'
import { requestOf, supervisorOn, temporaryFolder } from '../supervisor-fixture.ts'

const SECRETS = {
  ANTHROPIC_API_KEY: 'hidden-1',
  ANTHROPIC_BASE_URL: 'hidden-2',
  github_token: 'hidden-3',
  AWS_SECRET_ACCESS: 'hidden-4',
  PGPASSWORD: 'hidden-5',
  MyApiKeyFile: 'hidden-6',
  PHOENIX_DATA_DIR: 'hidden-7',
  PHOENIX_RUN: 'hidden-8',
  ELECTRON_RUN_AS_NODE: 'hidden-9',
  NODE_OPTIONS: 'hidden-10',
  npm_config_registry: 'hidden-11',
  npm_lifecycle_event: 'hidden-12',
  INIT_CWD: 'hidden-13',
  BORG_PASSPHRASE: 'hidden-14',
  SMTP_PASSWD: 'hidden-15',
  MYSQL_PWD: 'hidden-16',
  SMTP_PASS: 'hidden-17',
  AZURE_DEVOPS_EXT_PAT: 'hidden-18',
  REDIS_AUTH: 'hidden-19',
  SSHPASS: 'hidden-20',
  BW_SESSION: 'hidden-21',
  OP_SESSION_my: 'hidden-22',
  SUPABASE_JWT: 'hidden-23',
  GOOGLE_CREDENTIALS: 'hidden-24',
  OTEL_EXPORTER_OTLP_HEADERS: 'hidden-25',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'hidden-26',
}

/** A command may need each of these; the last two can have a password in them. */
const KEPT = {
  HOME: '/home/me',
  OLDPWD: '/',
  LANG: 'C.UTF-8',
  DESKTOP_SESSION: 'plasma',
  GOOGLE_APPLICATION_CREDENTIALS: '/home/me/account.json',
  HTTPS_PROXY: 'http://me:word@proxy',
  DATABASE_URL: 'postgres://me:word@localhost/app',
}

test('keys and variables of Phoenix are removed, the rest stays', () => {
  expect(cleanEnvironment({ ...SECRETS, ...KEPT })).toEqual({
    ...KEPT,
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    TERM: 'dumb',
  })
})

test('no variable by which git names its own repository remains', () => {
  const local = execFileSync('git', ['rev-parse', '--local-env-vars']).toString().trim().split('\n')
  const names = Object.keys(cleanEnvironment(Object.fromEntries(local.map((name) => [name, 'x']))))
  expect(names.filter((name) => local.includes(name))).toEqual([])
})

test('folders that npm put in front of the PATH are removed', () => {
  const path = [
    '/work/phoenix/node_modules/.bin',
    '/node_modules/.bin/',
    '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
  const { PATH } = cleanEnvironment({ PATH: path.join(delimiter) })
  expect(PATH).toBe(['/usr/local/bin', '/usr/bin'].join(delimiter))
})

const data = temporaryFolder()
afterAll(() => {
  data[Symbol.dispose]()
})

test('a command sees no secret, no pager and no prompt, but a run token of its own', async () => {
  const supervisor = supervisorOn(data.path, {
    environment: { ...process.env, ...SECRETS },
  })
  const outcome = await supervisor.run(requestOf('env; export -p; cat /proc/self/environ'))
  const text = 'printed' in outcome ? outcome.printed.text : ''
  expect(text).not.toContain('hidden')
  expect(text).not.toContain('ANTHROPIC')
  expect(text).toMatch(/^PHOENIX_RUN=[0-9a-f]{32}$/m)
  expect(text).toMatch(/^GIT_PAGER=cat$/m)
  await supervisor.close()
})

test.skipIf(process.platform === 'win32')(
  'git works on the folder, whatever repository and settings Phoenix was started with',
  async () => {
    using folder = temporaryFolder()
    const supervisor = supervisorOn(data.path, {
      environment: {
        ...process.env,
        GIT_DIR: '/nowhere/.git',
        GIT_WORK_TREE: '/nowhere',
        GIT_INDEX_FILE: '/nowhere/.git/index',
        GIT_OBJECT_DIRECTORY: '/nowhere/.git/objects',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'http.extraHeader',
        GIT_CONFIG_VALUE_0: 'Authorization: hidden',
        GIT_CONFIG_PARAMETERS: "'http.extraHeader'='Authorization: hidden'",
      },
    })
    const command = 'git init -q && touch a && git add a && git rev-parse --git-dir; env'
    const outcome = await supervisor.run({ ...requestOf(command), folder: folder.path })
    const text = 'printed' in outcome ? outcome.printed.text : ''
    expect(text).toMatch(/^\.git\n/)
    expect(text).not.toContain('hidden')
    await supervisor.close()
  },
)
