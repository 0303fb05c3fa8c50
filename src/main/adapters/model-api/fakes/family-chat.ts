import { documentsFor } from './family-documents.ts'
import { setImmediate } from 'node:timers/promises'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../../../../e2e/fake-model-server/fake-model-server.ts'
import type { Family } from '../../../../../e2e/fake-model-server/family.ts'
import { AWS_ACCOUNT } from '../../../../../e2e/fake-model-server/aws-signature.ts'
import { VERTEX_PROJECT } from '../../../../../e2e/fake-model-server/cloud-dialects.ts'
import { SERVICE_ACCOUNT } from '../../../../../e2e/fake-model-server/service-account.ts'
import { stallAfter } from '../../../../../e2e/fake-model-server/replies.ts'
import {
  type ConversationState,
  isResting,
} from '../../../../shared/conversation/conversation-state.ts'
import type { Attachment } from '../../../../shared/messages/attachment.ts'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import type { Context } from '../../../core/machine/context.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import { ManualTime } from '../../../runtime/fakes/manual-time.ts'
import { MemoryBlobs } from '../../../runtime/fakes/memory/memory-blobs.ts'
import { MemoryStore } from '../../../runtime/fakes/memory/memory-store.ts'
import { World } from '../../../runtime/fakes/world.ts'
import { anthropicApi } from '../../anthropic/anthropic-api.ts'
import { bedrockApi, vertexApi } from '../../claude-clouds/cloud-apis.ts'
import { geminiApi } from '../../gemini/gemini-api.ts'
import { attach } from '../../images/attaching.fixture.ts'
import { pdfOf } from '../../images/pdf.fixture.ts'
import { openaiApi } from '../../openai-compatible/openai-api.ts'
import { responsesApi } from '../../openai-responses/responses-api.ts'
import { systemClock, systemTimers } from '../../system/system-clock.ts'
import type { Endpoint } from '../endpoint.ts'
import { createModelPort } from '../model-port.ts'

const ID = 'c1' as ConversationId
const FORK = 'fork' as ConversationId

/** One conversation with the servers of several families, through the real runtime and the real adapter. */
export class FamilyChat {
  world: World
  readonly #store = new MemoryStore()
  readonly #blobs = new MemoryBlobs()
  readonly #servers: ReadonlyMap<string, FakeModelServer>
  readonly #spoken: ReadonlyMap<string, Family['speaks']>
  #family: Family
  /** The number of replies from each family. */
  readonly #replyCounts = new Map<string, number>()
  /** The number of calls that are left in the turn. */
  #left = 0
  #rounds = 0

  private constructor(
    servers: ReadonlyMap<string, FakeModelServer>,
    families: readonly [Family, ...Family[]],
  ) {
    this.#servers = servers
    this.#spoken = new Map(families.map(({ name, speaks }) => [name, speaks]))
    this.#family = families[0]
    this.world = this.#open(false)
  }

  static async begin(...families: readonly [Family, ...Family[]]): Promise<FamilyChat> {
    const servers = new Map<string, FakeModelServer>()
    for (const family of families) {
      servers.set(family.name, await startFakeModelServer({ family }))
    }
    const chat = new FamilyChat(servers, families)
    for (const family of families) chat.#script(family)
    await chat.allowSearch(families.some(({ searches }) => searches === true))
    await chat.choose(families[0])
    return chat
  }

  /** Allows or forbids models to search the web at their provider. */
  async allowSearch(webSearch: boolean): Promise<void> {
    await this.world.request('conversation.configure', { conversationId: ID, webSearch })
    await this.world.time.settle()
  }

  /** The family is asked from the next message on. */
  async choose(family: Family): Promise<void> {
    this.#family = family
    this.world.context = contextFor(family)
    await this.world.request('conversation.configure', {
      conversationId: ID,
      model: `${family.name}/${family.model}`,
    })
    await this.world.time.settle()
  }

  /** Sends a message, which is followed by this many rounds of tools and an answer. */
  async say(words: string, rounds: number, attachments: readonly Attachment[] = []): Promise<void> {
    this.#left = rounds
    await this.world.sendWithAttachments(words, attachments)
    await this.#work(() => isResting(this.world.state))
  }

  /** Kills the app while a tool runs; `next` continues with this many rounds. */
  async dieAtWork(words: string, rounds: number, next = this.#family): Promise<void> {
    this.#left = 2
    await this.world.send(words)
    await this.#work(() => this.world.state.type === 'toolExecuting')
    this.world = this.#open(true)
    await this.choose(next)
    this.#left = rounds
    await this.world.request('turn.continue', { conversationId: ID })
    await this.#work(() => isResting(this.world.state))
  }

  /** The user stops the turn after one round, during the answer. */
  async stop(words: string): Promise<void> {
    this.#left = 1
    const server = this.#serverOf(this.#family)
    const before = server.requests.length
    server.respond((body) =>
      server.requests.length === before + 1 || isSummary(body)
        ? this.#replyOf(this.#family)
        : stallAfter(this.#family.answer(this.#next(this.#family)), 2),
    )
    await this.world.send(words)
    await this.#work(() => {
      const { state } = this.world
      return (
        state.type === 'llmRequesting' &&
        state.phase.type === 'streaming' &&
        server.requests.length >= before + 2
      )
    })
    this.world.cancel()
    await this.#work(() => isResting(this.world.state))
    this.#script(this.#family)
  }

  /** Attaches a PDF as a user would. */
  async pdf(): Promise<{ readonly attachment: Attachment; readonly base64: string }> {
    const prepared = await attach(this.#blobs, 'plan.pdf', pdfOf(2, 'of the plan'))
    if (prepared.type === 'refused') throw new Error(prepared.reason)
    return {
      attachment: prepared.attachment,
      base64: pdfOf(2, 'of the plan').toString('base64'),
    }
  }

  async rewind(): Promise<void> {
    await this.world.request('conversation.rewind', { conversationId: ID, messageId: null })
    await this.world.time.settle()
  }

  /** Changes the folder's AGENTS.md. */
  instruct(text: string): void {
    this.world.instructions.write(text)
  }

  /** Forks after the last result of a tool, and continues with this many rounds. */
  async fork(words: string, rounds: number): Promise<void> {
    const result = this.world.store.history(ID).findLast(({ content }) => content.type === 'tool')
    const throughSeq = result?.seq ?? null
    const forked = { conversationId: ID, newConversationId: FORK, throughSeq }
    const answer = this.world.request('conversation.fork', forked)
    await this.world.time.settle()
    await answer
    this.#left = rounds
    const message = { messageId: 'forked' as MessageId, text: words, attachments: [] }
    await this.world.request('message.send', { conversationId: FORK, ...message, mode: 'policy' })
    await this.#work(() => this.#left === 0 && isResting(this.#stateOf(FORK)), FORK)
  }

  async compact(): Promise<void> {
    this.#left = 0
    await this.world.request('turn.compact', { conversationId: ID })
    await this.#work(() => isResting(this.world.state))
  }

  /** The requests that each server refused, in its words. */
  refusedBy(family: Family): readonly string[] {
    return this.#serverOf(family).refused
  }

  requestsTo(family: Family): FakeModelServer['requests'] {
    return this.#serverOf(family).requests
  }

  get doneRounds(): number {
    return this.#rounds
  }

  /** Rejects if something came back changed. */
  async end(): Promise<void> {
    for (const server of this.#servers.values()) await server.close()
  }

  #open(isRestart: boolean): World {
    const model = createModelPort({
      endpointOf: (id) => {
        const server = this.#servers.get(id)
        const baseUrl = server?.url ?? ''
        const speaks = this.#spoken.get(id) ?? 'chat'
        const endpoint = { baseUrl, apiKey: 'test-key', headers: {}, ...PLACES[speaks] }
        return { api: APIS[speaks], endpoint }
      },
      timers: systemTimers,
      clock: systemClock,
      readBlob: (hash) => Promise.resolve(this.#blobs.read(hash)),
      log: { warn: () => undefined },
    })
    const context = contextFor(this.#family)
    const blobs = this.#blobs
    return new World(this.#store, new ManualTime(), { isRestart, context, model, blobs })
  }

  #script(family: Family): void {
    this.#serverOf(family).respond(() => this.#replyOf(family))
  }

  #replyOf(family: Family) {
    const n = this.#next(family)
    if (this.#left <= 0) return family.answer(n)
    this.#left--
    return family.call(n)
  }

  #next({ name }: Family): number {
    const n = this.#replyCounts.get(name) ?? 0
    this.#replyCounts.set(name, n + 1)
    return n
  }

  #serverOf({ name }: Family): FakeModelServer {
    const server = this.#servers.get(name)
    if (server === undefined) throw new Error(`no server of ${name}`)
    return server
  }

  #stateOf(id: ConversationId): ConversationState {
    const runtime = this.world.registry.get(id)
    if (runtime === null) throw new Error(`no conversation ${id}`)
    return runtime.current
  }

  /** Works until the condition is met: every started tool finishes at once. */
  async #work(isSo: () => boolean, id = ID): Promise<void> {
    await this.world.time.settle()
    while (!isSo()) {
      await setImmediate()
      await this.world.time.settle()
      if (isSo() || this.#stateOf(id).type !== 'toolExecuting') continue
      this.#rounds++
      this.world.tools.last.finish(`done ${this.#rounds}`)
      await this.world.time.settle()
    }
  }
}

const APIS = {
  chat: openaiApi,
  responses: responsesApi,
  gemini: geminiApi,
  messages: anthropicApi,
  bedrock: bedrockApi,
  vertex: vertexApi,
} as const

const { accessKeyId, region, secretAccessKey } = AWS_ACCOUNT
/** The settings of a cloud endpoint in addition to its address. */
const PLACES: { readonly [Speaks in keyof typeof APIS]: Partial<Endpoint> } = {
  chat: {},
  responses: {},
  gemini: {},
  messages: {},
  bedrock: { apiKey: `${accessKeyId}:${secretAccessKey}`, region },
  vertex: { apiKey: SERVICE_ACCOUNT, ...VERTEX_PROJECT },
}

function contextFor(family: Family): Context {
  const { primary, ...context } = testContext()
  const documents = documentsFor(family) ?? undefined
  return {
    ...context,
    permissionMode: 'auto',
    primary: { ...primary, searchesWeb: true, ...(documents !== undefined && { documents }) },
  }
}

function isSummary(body: Readonly<Record<string, unknown>>): boolean {
  return body['tools'] === undefined
}
