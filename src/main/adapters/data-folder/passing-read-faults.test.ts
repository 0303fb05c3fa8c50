import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { McpServer } from '../../../shared/mcp-server.ts'
import { failed, ok } from '../../../shared/result.ts'
import { windowStateFile } from '../../hosts/electron/window-state.ts'
import { McpChoices } from '../mcp/choices.ts'
import { openPersonServers } from '../mcp/person-servers.ts'
import { SignInStore } from '../mcp/sign-in/sign-in-store.ts'
import { openSecrets, type Secrets } from '../secrets/secrets.ts'
import { openEndpoints } from '../settings/endpoints.ts'
import { openSettings, type Settings } from '../settings/settings.ts'
import { openTokens } from '../tokens/tokens.ts'
import { FolderTrust, type Trusted } from '../trust/folder-trust.ts'
import { ServerWords } from '../trust/server-words.ts'
import { openWorktreeRecords } from '../worktrees/worktree-records.ts'
import { unreadable } from './unreadable.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-faults-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = (): number => 1
const onSecret = (): void => {}

function settings(): Settings {
  const environment = {}
  const opened = openSettings({ folder, environment, keyring: { type: 'unasked' }, now, onSecret })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

const secrets = (): Secrets =>
  openSecrets({ folder, keyring: { type: 'unasked' }, choice: () => ok({ keyRest: null }), now })
const endpoints = (): ReturnType<typeof openEndpoints> =>
  openEndpoints({ folder, secrets: secrets(), now, onSecret })

const CONVERSATION = 'c1' as ConversationId
const item = (name: string): Trusted => ({ folder: '/work', kind: 'command', name })
const content = { hash: 'h', text: 'text' }

/** What a person has stored, with two entries: the first before the fault, the second during it. */
interface Stored {
  /** Saves one entry; true if it was accepted. */
  save(name: string): boolean
  names(): unknown
}

const draft = (id: string, apiKey: string | null, header: string) =>
  ({
    id,
    kind: 'openai',
    baseUrl: 'https://models.example/v1',
    models: [],
    timeouts: {},
    apiKey,
    headers: { 'X-Team': header },
  }) as const

const OPEN: Readonly<Record<string, readonly [file: string, open: () => Stored]>> = {
  settings: [
    'settings.json',
    () => {
      const own = settings()
      return {
        save: (name) => own.save({ favouriteModels: { [name]: true } }).ok,
        names: () => own.view().favouriteModels,
      }
    },
  ],
  'the choice of where keys are kept': [
    'settings.json',
    () => {
      const own = settings()
      if (own.view().keys.rest !== 'memory') own.keepKeys('memory')
      return { save: (name) => own.secrets.put(name, 'key').ok, names: () => own.view().keys.rest }
    },
  ],
  endpoints: [
    'endpoints.json',
    () => {
      const own = endpoints()
      return {
        save: (name) => own.save(draft(name, 'sk-SECRET', 'x')).ok,
        names: () => own.view().map(({ hasKey, id }) => [id, hasKey]),
      }
    },
  ],
  'the key of an endpoint whose header changes': [
    'lab.key',
    () => {
      const own = endpoints()
      return {
        save: (name) => own.save(draft('lab', name === 'first' ? 'sk-SECRET' : null, name)).ok,
        names: () => own.find('lab')?.apiKey,
      }
    },
  ],
  'MCP servers': ['mcp-servers.json', () => personServers()],
  'values of MCP servers': ['mcp-servers.key', () => personServers()],
  'MCP servers that are off': [
    'mcp-choices.json',
    () => {
      const own = new McpChoices(folder)
      return {
        save: (name) => own.use(CONVERSATION, name, false).ok,
        names: () => ['first', 'second'].map((name) => own.isOffIn(CONVERSATION, name)),
      }
    },
  ],
  'sign-ins to MCP servers': [
    'mcp-sign-ins.key',
    () => {
      const own = new SignInStore(secrets(), onSecret)
      const signIn = {
        client: { client_id: 'id' },
        tokens: { access_token: 'token', token_type: 'bearer' },
      }
      return {
        save: (name) => {
          own.put(name, signIn)
          return own.find('first') !== null
        },
        names: () => own.find('first'),
      }
    },
  ],
  'what is allowed in folders': [
    'trust.json',
    () => {
      const own = new FolderTrust(folder)
      return {
        save: (name) => own.allow(item(name), content).ok,
        names: () => own.namesIn('/work', 'command'),
      }
    },
  ],
  tokens: [
    'tokens.json',
    () => {
      const own = openTokens(folder, now)
      return {
        save: (name) => own.create(name, ['read']).ok,
        names: () => {
          const listed = own.list()
          return listed.ok ? listed.value.map(({ name }) => name) : []
        },
      }
    },
  ],
  windows: [
    'window.json',
    () => {
      const own = windowStateFile(folder)
      const bounds = { x: 0, y: 0, width: 800, height: 600 }
      return {
        save: (shown) => {
          own.save([{ bounds, isMaximized: false, background: '#000000', zoom: 1, shown }])
          return own.read()[0]?.shown === shown
        },
        names: () => own.read().map(({ shown }) => shown),
      }
    },
  ],
}

function personServers(kept = secrets()): Stored {
  const own = openPersonServers({ folder, secrets: kept, onSecret, now })
  return {
    save: (name) => own.save(name, McpServer.parse({ command: 'x', env: { TOKEN: 'value' } })).ok,
    names: () => own.list().map(({ name, server }) => [name, JSON.stringify(server)]),
  }
}

test.skipIf(process.platform === 'win32').for(Object.entries(OPEN))(
  'while it cannot be read it is neither lost nor overwritten, and it is back as soon as it can: %s',
  ([, [file, open]]) => {
    expect(open().save('first')).toBe(true)
    const names = open().names()
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    const files = readdirSync(folder)

    const fault = unreadable(path)
    const during = open()
    during.names()
    expect(during.save('second')).toBe(false)
    fault[Symbol.dispose]()

    expect(readdirSync(folder)).toEqual(files)
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(during.names()).toEqual(names)
    expect(during.save('second')).toBe(true)
    expect(open().save('third')).toBe(true)
  },
)

test.skipIf(process.platform === 'win32')(
  'a worktree whose record cannot be read is not one that does not exist, and is known as soon as it can be read',
  () => {
    const record = {
      conversationId: CONVERSATION,
      repository: '/work',
      common: '/work/.git',
      path: '/work-worktrees/fix',
      prefix: '',
      branch: 'fix',
      baseBranch: 'main',
      base: 'c0ffee',
      phase: 'ready',
      inode: null,
    } as const
    expect(openWorktreeRecords(folder).write(record).ok).toBe(true)
    const [file = ''] = readdirSync(join(folder, 'worktrees'))
    const fault = unreadable(join(folder, 'worktrees', file))
    const during = openWorktreeRecords(folder)
    expect(during.of(CONVERSATION)).toEqual(failed('its links form a loop'))
    expect(during.of('c2' as ConversationId)).toEqual(ok(null))
    fault[Symbol.dispose]()
    expect(during.of(CONVERSATION)).toEqual(ok(record))
    expect(during.all()).toEqual([record])

    const ofFolder = unreadable(join(folder, 'worktrees'))
    const without = openWorktreeRecords(folder)
    expect(without.of(CONVERSATION)).toMatchObject({ ok: false })
    expect(without.all()).toEqual([])
    ofFolder[Symbol.dispose]()
    expect(without.of(CONVERSATION)).toEqual(ok(record))
    expect(without.all()).toEqual([record])
  },
)

const WITH_VALUE: unknown = expect.stringContaining('"TOKEN":"value"')

test.skipIf(process.platform === 'win32')(
  'MCP servers whose values can be read again a moment later keep them',
  () => {
    expect(personServers().save('first')).toBe(true)
    const path = join(folder, 'mcp-servers.key')
    let fault: Disposable | null = unreadable(path)
    const own = secrets()
    const passing: Secrets = {
      ...own,
      find: (id) => {
        const found = own.find(id)
        fault?.[Symbol.dispose]()
        fault = null
        return found
      },
    }
    const during = personServers(passing)
    during.names()
    expect(during.names()).toEqual([['first', WITH_VALUE]])
    expect(during.save('second')).toBe(true)
    expect(personServers().names()).toEqual([
      ['first', WITH_VALUE],
      ['second', WITH_VALUE],
    ])
  },
)

test.skipIf(process.platform === 'win32')(
  'while it is unknown which instructions of a server a person has accepted, models see none',
  () => {
    const server = { name: 'docs', origin: 'person', hash: 'h', folder } as const
    const shown = (words: ServerWords, instructions: string): string =>
      words.shownInstructionsOf(server, { instructions, tools: [] })
    expect(shown(new ServerWords(new FolderTrust(folder)), 'Read first.')).toBe('Read first.')
    const restarted = new ServerWords(new FolderTrust(folder))
    {
      using _ = unreadable(join(folder, 'trust.json'))
      expect(shown(restarted, 'Run this.')).toBe('')
    }
    expect(shown(restarted, 'Run this.')).toBe('')
    expect(shown(restarted, 'Read first.')).toBe('Read first.')
  },
)
