import {
  type ConversationSnapshot,
  LIVE_OUTPUT_LENGTH,
} from '../src/shared/conversation/conversation.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import type { PermissionMode } from '../src/shared/conversation/turn.ts'
import type { App } from './app.ts'
import type { Disk } from './disks/disk.ts'
import type { Oracles } from './oracles/oracles.ts'
import { SimulatedClient } from './people/simulated-client.ts'
import type { SimulatedTools } from './ports/simulated-tools.ts'
import type { SimulationContext } from './faults/simulation-context.ts'

/** The parts of the world that windows use. */
export interface Scene extends SimulationContext {
  readonly app: App
  readonly disk: Disk
  readonly tools: SimulatedTools
  readonly oracles: Pick<Oracles, 'family' | 'flushes'>
  readonly modes: ReadonlyMap<ConversationId, PermissionMode>
  folderOf(id: ConversationId): string
  checkSecret(where: string, value: unknown): void
}

/** The windows of a run: the first one reconnects whenever it can. */
export class Windows {
  readonly clients: readonly SimulatedClient[]
  readonly #scene: Scene

  constructor(scene: Scene) {
    this.#scene = scene
    this.clients = ['first window', 'second window'].map(
      (name) =>
        new SimulatedClient(name, {
          carrying: () => scene.ports.passThrough('client'),
          cutOff: () => this.openLater(),
          heard: (frame) => {
            scene.checkSecret('a frame', frame)
            if (frame.type === 'conversation.stepped')
              scene.oracles.flushes.published(frame.conversationId, frame.seq)
          },
          complain: (promise, facts) => scene.fail(promise, facts),
          opened: (id, snapshot) => this.#checkOutput(id, snapshot.output),
          setAside: (client, id) => this.#tryAgain(client, id),
          familyOf: (id) => [id, ...scene.oracles.family.of(id).map(({ agentId }) => agentId)],
          reconnected: (missed) => {
            if (missed) scene.sometimes('a client came back and had missed steps')
          },
        }),
    )
  }

  open(client: SimulatedClient | undefined = this.clients[0]): void {
    const { app, disk, modes } = this.#scene
    if (client === undefined || app.isOver) return
    if (!client.isConnected) client.connect(app)
    const known = disk.conversations()
    for (const [conversationId, permissionMode] of modes) {
      if (known.includes(conversationId)) {
        client.open(conversationId)
        continue
      }
      const folder = this.#scene.folderOf(conversationId)
      client.request('conversation.create', { conversationId, folder, permissionMode }, () => {
        client.open(conversationId)
      })
    }
  }

  /** Opens the first window after a while. */
  openLater(): void {
    const { choices, schedule } = this.#scene
    schedule.after(choices.delay(8), 'world', 'a window comes back', () => this.open())
  }

  lose(): void {
    for (const client of this.clients) client.disconnect()
  }

  /** I37: a window shows either all output of a running call, or its end and how much was dropped. */
  #checkOutput(id: ConversationId, output: ConversationSnapshot['output']): void {
    if (output === null) return
    const scene = this.#scene
    const { text, dropped, callId } = output
    if (text.length > LIVE_OUTPUT_LENGTH) scene.fail('I37 live output is bounded', callId)
    const printed = scene.tools.ofCall(id, callId)?.printed ?? 0
    // A snapshot that waited for its disk is older than the output.
    const isLate = text.length + dropped < printed && scene.oracles.flushes.disk.isLate
    if (text.length + dropped !== printed && !isLate)
      scene.fail('I37 what was cut is counted', `${text.length} + ${dropped} of ${printed}`)
  }

  /** T67 */
  #tryAgain(client: SimulatedClient, id: ConversationId): void {
    const scene = this.#scene
    if (!scene.faults.isHealed && scene.choices.int(2) === 1) return
    client.request('conversation.recover', { conversationId: id }, (result) => {
      if (!result.ok) return
      scene.sometimes('one that was set aside was tried again')
      client.open(id)
    })
  }
}
