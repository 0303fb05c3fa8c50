import { join } from 'node:path'
import { SWEEP_WORKER } from './supervisor-fixture.ts'

export interface HostOrder {
  readonly dataFolder: string
  readonly folder: string
  readonly command: string
  /** Null if it has no sandbox. */
  readonly sandbox: { readonly home: string; readonly cache: string } | null
}

function url(name: string): string {
  return new URL(name, import.meta.url).href
}

/**
 * A Phoenix without an interface, as code for `hostArguments`: a `supervisor` whose process host is ready, and `requestOf` a
 * run of the ordered command, sandboxed if there is a sandbox.
 */
export const HOST = `
  const { command, dataFolder, folder, sandbox: places } = JSON.parse(process.argv[1])
  const { createSupervisor } = await import('${url('./supervisor.ts')}')
  let environment = process.env, sandbox = null
  if (places !== null) {
    const { findSandbox } = await import('${url('../sandbox/find-sandbox.ts')}')
    environment = { ...environment, XDG_CACHE_HOME: places.cache }
    const options = { platform: process.platform, environment, home: places.home, dataFolder }
    const found = await findSandbox(options)
    if (found.type === 'missing') throw new Error(found.reason)
    sandbox = found.sandbox
  }
  const { forkedChannel } = await import('${url('../process-host/forked-channel.ts')}')
  const entry = new URL('${url('../process-host/process-host-entry.fixture.mjs')}')
  const supervisor = createSupervisor({
    dataFolder, processHost: forkedChannel(entry), sweepWorker: new URL(${JSON.stringify(SWEEP_WORKER.href)}), clock: Date, environment, sandbox,
  })
  let runs = 0
  const requestOf = (given) => ({
    conversationId: 'conversation', workId: 'w' + ++runs, callId: 'c' + runs, command, folder, limitMs: 600_000,
    sandboxPolicy: sandbox === null ? null : { folder: 'writable', network: true },
    signal: new AbortController().signal, onOutput: () => undefined, ...given,
  })
  const parentOfCommands = async () => {
    const asking = { command: 'echo $PPID', sandboxPolicy: null }
    return Number((await supervisor.run(requestOf(asking))).printed.text)
  }
  if (process.platform === 'linux') while (await parentOfCommands() === process.pid);
`

/** Node's arguments to run such a host. */
export function hostArguments(code: string, order: HostOrder): readonly string[] {
  return ['--input-type=module', '-e', code, JSON.stringify(order)]
}

/** An order without a sandbox, all in one folder. */
export function bareOrder(dataFolder: string, command: string): HostOrder {
  return { dataFolder, folder: dataFolder, command, sandbox: null }
}

/** An order with a sandbox, in the places of a ground (sandbox.fixture.ts). */
export function sandboxedOrder(
  {
    dataFolder,
    folder,
    home,
    root,
  }: Readonly<Record<'dataFolder' | 'folder' | 'home' | 'root', string>>,
  command: string,
): HostOrder {
  return { dataFolder, folder, command, sandbox: { home, cache: join(root, 'cache') } }
}
