import { spawn } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { aliveWith, uniqueSleep, until } from '../processes/supervisor-fixture.ts'
import type { Ground } from './sandbox.fixture.ts'

/** The text that nobody inside may see. */
export const SECRET = 'taint-5e1f-secret'

/** The world outside that escapes aim at: files, a process, a listening program. */
export class Outside implements AsyncDisposable {
  readonly ground: Ground
  readonly mark: string
  readonly socket: string
  /** Its program bound it under another name and then moved it here, as ssh does with a shared connection. */
  readonly movedSocket: string
  readonly abstract = `phoenix-test-${process.pid}-${Date.now()}`
  readonly seconds = uniqueSleep()
  reached = 0
  port = 0
  pid = 0
  readonly #servers: Server[] = []

  constructor(ground: Ground) {
    this.ground = ground
    this.mark = join(ground.home, 'mark')
    this.socket = join(ground.home, 'docker.sock')
    this.movedSocket = join(ground.home, '.ansible', 'cp', 'shared')
  }

  async prepare(): Promise<void> {
    const { ground } = this
    ground.write('.ssh/id_rsa', SECRET)
    ground.write('.netrc', SECRET)
    ground.write('.bashrc', 'unchanged')
    ground.write('.local/share/phoenix/settings.json', SECRET)
    ground.write('.config/gh/hosts.yml', SECRET)
    this.prepareFolder()
    const child = spawn('sleep', [this.seconds], { env: { ...process.env, TAINT: SECRET } })
    this.pid = child.pid ?? 0
    await until(() => aliveWith(this.seconds).length === 1)
    await this.#listen(this.socket)
    await this.#listenMoved(this.movedSocket)
    await this.#listen(`\0${this.abstract}`)
    this.port = await this.#listen(0)
  }

  /** Restores the project to its state before an escape is tried. */
  prepareFolder(): void {
    const { ground } = this
    rmSync(ground.folder, { recursive: true, force: true })
    ground.write('work/project/.git/HEAD', 'ref: refs/heads/main\n')
    ground.write('work/project/.git/config', '[core]\n')
    ground.write('work/project/.git/hooks/pre-commit.sample', '')
    ground.write('work/project/.git/worktrees/other/commondir', '../..\n')
    mkdirSync(join(ground.folder, '.git', 'refs'), { recursive: true })
    mkdirSync(join(ground.folder, '.git', 'objects'), { recursive: true })
    symlinkSync(ground.home, join(ground.folder, 'way-home'))
  }

  async #listenMoved(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true })
    await this.#listen(`${path}.new`)
    linkSync(`${path}.new`, path)
    rmSync(`${path}.new`)
  }

  #listen(at: string | number): Promise<number> {
    const server = createServer((socket) => {
      this.reached += 1
      // A client that reaches it may be ended before it has received this.
      socket.on('error', () => undefined).end('hello')
    })
    this.#servers.push(server)
    return new Promise((resolve) => {
      const where = typeof at === 'string' ? { path: at } : { port: at, host: '127.0.0.1' }
      server.listen(where, () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  }

  /** A path in the home as a word of a command. */
  quoted(name: string): string {
    return shellQuote(join(this.ground.home, name))
  }

  /** The content of a file in the home; null if there is none. */
  read(name: string): string | null {
    const path = join(this.ground.home, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }

  get isAlive(): boolean {
    return aliveWith(this.seconds).includes(this.pid)
  }

  [Symbol.asyncDispose](): Promise<void> {
    if (this.isAlive) process.kill(this.pid, 'SIGKILL')
    for (const server of this.#servers) server.close()
    return Promise.resolve()
  }
}
