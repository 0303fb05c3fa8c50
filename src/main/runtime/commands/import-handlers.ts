import { appError, type AppError } from '../../../shared/app-error.ts'
import { ConversationId } from '../../../shared/ids.ts'
import type { Imported, importCommands } from '../../../shared/protocol/import-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { titleFrom } from '../../core/turn/title.ts'
import { storageError } from '../conversation/answers.ts'
import type { FileContent, HeldFile, ImportPort, ReadSession } from '../ports/import-port.ts'
import { DELETED } from '../registry/deletions.ts'
import { importedMessages, slicesOf } from '../registry/imported-messages.ts'
import { writeSlices } from '../registry/write-slices.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { withKeptFiles } from './session/imported-files.ts'
import { ImportUploads } from './session/import-uploads.ts'
import { OpenedFiles } from './session/opened-files.ts'

/** Imports conversations from files and other programs. All arrive in one form: messages that a fork could begin with. */
export function importHandlers(
  ports: HandlerPorts,
  access: ConversationAccess,
): HandlersOf<keyof typeof importCommands> {
  const { imports } = ports
  const uploads = new ImportUploads(ports)
  const opened = new OpenedFiles()
  const importing = importerOf(ports, access)
  return {
    'import.find': async () => {
      const found = await imports.find()
      return found.ok ? ok({ sessions: found.value }) : refused(found.error)
    },
    'import.session': ({ conversationId, sessionId }) => {
      const listed = opened.listed(sessionId)
      if (listed === null) return importing(conversationId, () => imports.readFound(sessionId))
      const { path, place } = listed
      return importing(idFor(ports, place.mark), () => imports.readExport(path, place))
    },
    'import.begin': (file, client) => uploads.begin(client, file),
    'import.append': ({ data, fileId }, client) =>
      uploads.append(client, fileId, Buffer.from(data, 'base64')),
    'import.close': ({ fileId }, client) => {
      uploads.drop(client, fileId)
      opened.close(fileId)
      return ok({})
    },
    'import.open': async ({ fileId }, client) => {
      const file = uploads.take(client, fileId)
      if (!file.ok) return file
      const content = await lookIn(imports, file.value)
      if (!content.ok) return refused(content.error)
      if (content.value.type === 'exports') {
        const listed = { ...content.value, file: file.value }
        return ok({ type: 'list', sessions: opened.addList(fileId, listed) })
      }
      const { session } = content.value
      const kept = await withKeptFiles(session, ports)
      if (!kept.ok) return refused(kept.error)
      const messages = kept.value
      return ok({ type: 'conversation', file: opened.add(fileId, { ...session, messages }) })
    },
    'import.earlier': ({ beforeSeq, fileId }) => {
      const page = opened.page(fileId, beforeSeq)
      return page === null ? refused(NOT_OPEN) : ok(page)
    },
    'import.file': ({ conversationId, fileId }) =>
      importing(conversationId, async () => {
        const session = opened.session(fileId)
        return session === null ? failed(NOT_OPEN) : ok(session)
      }),
  }
}

/** Reads a file with one conversation whole. One with several stays on the disk, and any other is removed. */
async function lookIn(imports: ImportPort, file: HeldFile): Promise<Result<FileContent, string>> {
  const content = await imports.look(file.path)
  if (content.ok && content.value.type === 'exports') {
    const [only, ...others] = content.value.exports
    if (only === undefined) return failed(NOTHING)
    if (others.length > 0) return content
    const session = await imports.readExport(file.path, only)
    file.remove()
    return session.ok ? ok({ type: 'session', session: session.value }) : session
  }
  file.remove()
  return content
}

/** How often one conversation can be deleted and imported again until the next start. */
const MOST_AGAIN = 10

/** The id for a conversation of a file: whoever imports it again finds it there, unless it was deleted. */
function idFor({ registry, store }: HandlerPorts, mark: string): ConversationId {
  const ids = Array.from({ length: MOST_AGAIN }, (_, time) =>
    ConversationId.parse(`${mark.slice(0, 32)}-${time}`),
  ).filter((id) => !registry.deletions.isDeleted(id))
  const before = ids.find((id) => store.conversation(id) !== null)
  return before ?? ids[0] ?? ConversationId.parse(`${mark.slice(0, 32)}-0`)
}

type Answer = Result<Imported, AppError>

type Importer = (
  id: ConversationId,
  read: () => Promise<Result<ReadSession, string>>,
) => Promise<Answer>

/** Asked twice under one id, it imports once, and both get the answer. */
function importerOf(ports: HandlerPorts, access: ConversationAccess): Importer {
  const running = new Map<ConversationId, Promise<Answer>>()
  return (id, read) => {
    const before = running.get(id)
    if (before !== undefined) return before
    const importing = importOne(ports, access, id, read).finally(() => running.delete(id))
    running.set(id, importing)
    return importing
  }
}

async function importOne(
  ports: HandlerPorts,
  access: ConversationAccess,
  id: ConversationId,
  read: () => Promise<Result<ReadSession, string>>,
): Promise<Answer> {
  const { deletions } = ports.registry
  const session = await read()
  if (!session.ok) return refused(session.error)
  // Repeated for an opened file: no conversation held its images until now, so a clean-up may have removed them.
  const kept = await withKeptFiles(session.value, ports)
  if (!kept.ok) return refused(kept.error)
  const messages = await importedMessages(ports.timers, kept.value, id)
  if (messages.length === 0) return refused(NOTHING)
  const folder = await folderOf(ports, session.value.folder)
  if (deletions.isDeleted(id)) return failed(DELETED)
  if (ports.store.conversation(id)?.hasBegun !== true) {
    const { dispatch } = access
    const title = titleFrom(session.value.title) || 'Imported'
    const written = await writeSlices(
      { ...ports, dispatch },
      { id, create: () => create(ports, { id, folder, title }), slices: slicesOf(messages) },
    )
    if (!written.ok) return written
  }
  const found = access.find(id)
  if (!found.ok) return found
  const summary = ports.registry.rows.announce(found.value.summary())
  return ok({ summary, skipped: session.value.skipped })
}

function create(
  { clock, registry, settings, store }: HandlerPorts,
  { folder, id, title }: Record<'folder' | 'title', string> & { readonly id: ConversationId },
): Result<null, AppError> {
  if (registry.get(id) === null) {
    const { permissionMode, webSearch } = settings.view().behaviour
    const at = clock.now()
    const created = store.createConversation({ id, folder, permissionMode, webSearch, at })
    if (!created.ok) return failed(storageError(created.error))
  }
  const renamed = registry.rename(id, title, 'model')
  return renamed?.ok === false ? failed(storageError(renamed.error)) : ok(null)
}

const WHOLE_PATH = /^(\/|[A-Za-z]:[\\/])/

/**
 * Returns the session's folder, even if it no longer exists: a person then chooses another. Returns the home folder if
 * the session names none.
 */
async function folderOf({ folders, homeFolder }: HandlerPorts, folder: string): Promise<string> {
  const checked = await folders.check(folder)
  if (checked.ok) return checked.value
  const isMissing = checked.error.code === 'folderMissing'
  return isMissing && WHOLE_PATH.test(folder) ? folder : homeFolder
}

function refused(why: string): Result<never, AppError> {
  return failed(appError('fileRefused', why))
}

const NOT_OPEN = 'This file is no longer open. Open it again.'
const NOTHING = 'This session contains no messages to import.'
