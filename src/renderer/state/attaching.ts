import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Attachment, MAX_ATTACHMENTS } from '../../shared/attachment.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Client } from '../connection/client.ts'
import { type LocalFile, upload } from './upload.ts'

/** A file in the composer. */
export type Attaching = { readonly key: string; readonly name: string } & (
  | { readonly type: 'preparing' }
  | { readonly type: 'ready'; readonly attachment: Attachment; readonly notice: string | null }
  /** A sentence for people. It stands in nobody's way. */
  | { readonly type: 'refused'; readonly reason: string }
)

export type Attached = ReadonlyMap<ConversationId, readonly Attaching[]>

export interface AttachingRoom {
  readonly store: StoreApi<Attached>
  /** Adds files in their order; they are prepared one after the other. */
  add(conversationId: ConversationId, files: readonly LocalFile[]): void
  remove(conversationId: ConversationId, key: string): void
  isPreparing(conversationId: ConversationId): boolean
  /** How many of its files were refused. */
  refused(conversationId: ConversationId): number
  ready(conversationId: ConversationId): readonly Attachment[]
  /** A message takes the ready ones with it; with it go the cards of those that were refused. */
  take(conversationId: ConversationId): readonly Attachment[]
  /** Puts back, ahead of what was added since, what could not be sent. */
  giveBack(conversationId: ConversationId, attachments: readonly Attachment[]): void
  /** The host's copy of the draft: taken only where this window holds nothing of its own. */
  adopt(conversationId: ConversationId, attachments: readonly Attachment[]): void
  /** The line is back: what it cut goes up again. */
  resume(): void
}

interface Job {
  readonly conversationId: ConversationId
  readonly key: string
  readonly file: LocalFile
}

const TOO_MANY = `A message takes at most ${MAX_ATTACHMENTS} files. Send the others with the next one.`

export function createAttaching(
  client: Client,
  onChange: (conversationId: ConversationId) => void,
): AttachingRoom {
  const store = createStore<Attached>(() => new Map())
  let jobs: readonly Job[] = []
  let isWorking = false

  const of = (id: ConversationId): readonly Attaching[] => store.getState().get(id) ?? []

  function set(id: ConversationId, next: readonly Attaching[]): void {
    store.setState(new Map(store.getState()).set(id, next), true)
    onChange(id)
  }

  function ready(id: ConversationId): readonly Attachment[] {
    return of(id).flatMap((each) => (each.type === 'ready' ? [each.attachment] : []))
  }

  /** Works the jobs off. One that a cut line left undone stays the first, for when the line is back. */
  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let job = jobs[0]; job !== undefined; job = jobs[0]) {
      const settled = await prepare(client, job)
      if (settled === null) break
      jobs = jobs.filter((each) => each !== job)
      const { conversationId, key } = job
      const next = of(conversationId).map((each) => (each.key === key ? settled : each))
      set(conversationId, next)
    }
    isWorking = false
  }

  return {
    store,
    ready,
    add: (conversationId, files) => {
      const room = MAX_ATTACHMENTS - of(conversationId).filter(isWanted).length
      const added = files.map((file, index): Attaching => {
        const base = { key: crypto.randomUUID(), name: file.name || 'file' }
        if (file.isFolder === true)
          return { ...base, type: 'refused', reason: folderWords(base.name) }
        return index < room
          ? { ...base, type: 'preparing' }
          : { ...base, type: 'refused', reason: TOO_MANY }
      })
      const news = added.flatMap(({ type, key }, index): Job[] => {
        const file = files[index]
        return type === 'preparing' && file !== undefined ? [{ conversationId, key, file }] : []
      })
      jobs = [...jobs, ...news]
      set(conversationId, [...of(conversationId), ...added])
      void work()
    },
    remove: (conversationId, key) => {
      jobs = jobs.filter((job) => job.key !== key)
      set(
        conversationId,
        of(conversationId).filter((each) => each.key !== key),
      )
    },
    refused: (id) => of(id).filter((each) => !isWanted(each)).length,
    isPreparing: (id) => of(id).some((each) => each.type === 'preparing'),
    take: (id) => {
      const taken = ready(id)
      const left = of(id).filter((each) => each.type === 'preparing')
      if (of(id).length > left.length) set(id, left)
      return taken
    },
    giveBack: (id, attachments) => {
      if (attachments.length > 0) set(id, [...attachments.map(readyOf), ...of(id)])
    },
    adopt: (id, attachments) => {
      if (store.getState().has(id)) return
      store.setState(new Map(store.getState()).set(id, attachments.map(readyOf)), true)
    },
    resume: () => void work(),
  }
}

/** Null: the line was cut. */
async function prepare(client: Client, { key, file }: Job): Promise<Attaching | null> {
  const name = file.name || 'file'
  const first = await upload(client, file)
  // The line was changed in the middle of it: the host has forgotten the beginning.
  const isForgotten = !first.ok && first.error.code === 'notFound'
  const answer = isForgotten ? await upload(client, file) : first
  if (!answer.ok) {
    if (answer.error.code === 'disconnected') return null
    return { key, name, type: 'refused', reason: `${name}: ${answer.error.message}` }
  }
  const prepared = answer.value
  if (prepared.type === 'refused') return { key, name, ...prepared }
  return { key, name: prepared.attachment.name, ...prepared }
}

function folderWords(name: string): string {
  return `${name} is a folder. Attach files of it, or write its path: the agent can look into it.`
}

function isWanted({ type }: Attaching): boolean {
  return type !== 'refused'
}

function readyOf(attachment: Attachment): Attaching {
  const key = crypto.randomUUID()
  return { key, name: attachment.name, type: 'ready', attachment, notice: null }
}
