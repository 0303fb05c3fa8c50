import { appError, type AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Imported, importCommands } from '../../../shared/protocol/import-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { titleFrom } from '../../core/turn/title.ts'
import { storageError } from '../conversation/answers.ts'
import type { ReadSession } from '../ports/import-port.ts'
import { DELETED } from '../registry/deletions.ts'
import { importedMessages, slicesOf } from '../registry/imported-messages.ts'
import { unfinishedTitle, writeSlices } from '../registry/write-slices.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { withKeptFiles } from './session/imported-files.ts'
import { OpenedFiles } from './session/opened-files.ts'

/** Imports conversations from files and other programs. All arrive in one form: messages that a fork could begin with. */
export function importHandlers(
  ports: HandlerPorts,
  access: ConversationAccess,
): HandlersOf<keyof typeof importCommands> {
  const { files, imports } = ports
  const opened = new OpenedFiles()
  return {
    'import.find': async () => {
      const found = await imports.find()
      return found.ok ? ok({ sessions: found.value }) : refused(found.error)
    },
    'import.session': ({ conversationId, sessionId }) =>
      importing(ports, access, conversationId, async () => {
        const listed = opened.listed(sessionId)
        return listed === null ? imports.readFound(sessionId) : ok(listed)
      }),
    'import.open': async ({ fileId }, client) => {
      const file = files.take(client, fileId)
      if (!file.ok) return file
      const read = await imports.readFile(file.value.bytes)
      if (!read.ok) return refused(read.error)
      const [session, ...others] = read.value
      if (session === undefined) return refused(NOTHING)
      if (others.length > 0)
        return ok({ type: 'list', sessions: opened.addList(fileId, read.value) })
      const messages = await withKeptFiles(session, ports)
      return ok({ type: 'conversation', file: opened.add(fileId, { ...session, messages }) })
    },
    'import.earlier': ({ beforeSeq, fileId }) => {
      const page = opened.page(fileId, beforeSeq)
      return page === null ? refused(NOT_OPEN) : ok(page)
    },
    'import.file': ({ conversationId, fileId }) =>
      importing(ports, access, conversationId, async () => {
        const session = opened.session(fileId)
        return session === null ? failed(NOT_OPEN) : ok(session)
      }),
  }
}

async function importing(
  ports: HandlerPorts,
  { dispatch }: ConversationAccess,
  id: ConversationId,
  read: () => Promise<Result<ReadSession, string>>,
): Promise<Result<Imported, AppError>> {
  const { registry } = ports
  const session = await read()
  if (!session.ok) return refused(session.error)
  // Repeated for an opened file: no conversation held its images until now, so a clean-up may have removed them.
  const messages = importedMessages(await withKeptFiles(session.value, ports), id)
  if (messages.length === 0) return refused(NOTHING)
  const folder = await folderOf(ports, session.value.folder)
  if (registry.deletions.isDeleted(id)) return failed(DELETED)
  if (registry.get(id)?.summary().hasBegun !== true) {
    const created = create(ports, id, folder)
    if (!created.ok) return created
    const title = titleFrom(session.value.title) || 'Imported'
    const slices = slicesOf(messages)
    if (slices.length > 1) registry.rename(id, unfinishedTitle('imported', title), 'model')
    const written = await writeSlices({ ...ports, dispatch }, { id, slices, title })
    if (!written.ok) return written
  }
  const runtime = registry.get(id)
  if (runtime === null) return failed(DELETED)
  const summary = registry.rows.rowOf(runtime.summary())
  return ok({ summary, skipped: session.value.skipped })
}

function create(
  { clock, registry, settings, store }: HandlerPorts,
  id: ConversationId,
  folder: string,
): Result<null, AppError> {
  if (registry.get(id) !== null) return ok(null)
  const { permissionMode, webSearch } = settings.view().behaviour
  const created = store.createConversation({
    id,
    folder,
    permissionMode,
    webSearch,
    at: clock.now(),
  })
  return created.ok ? ok(null) : failed(storageError(created.error))
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
