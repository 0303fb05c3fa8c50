import { randomUUID } from 'node:crypto'
import { FileId, type PreparedFile } from '../../../shared/messages/attachment.ts'
import { ClientSession } from '../../runtime/commands/session/client-session.ts'
import { MemoryAttached } from '../../runtime/fakes/memory/memory-blobs.ts'
import { World } from '../../runtime/fakes/world.ts'
import { Uploads } from '../../runtime/commands/session/uploads.ts'
import type { BlobPort } from '../../runtime/ports/file-ports.ts'
import { systemTimers } from '../system/system-clock.ts'
import { createPdfPort } from './pdf-text.ts'
import { createImagePort } from './prepare-image.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

/** The result of attaching a file. */
export async function attach(
  blobs: BlobPort,
  name: string,
  bytes: Uint8Array,
): Promise<PreparedFile> {
  const client = new ClientSession(new World().registry, () => undefined)
  const ports = {
    images: createImagePort(),
    pdfs: createPdfPort(threadSource('./pdf-worker.ts', import.meta.url)),
    attached: new MemoryAttached(),
    timers: systemTimers,
  }
  const files = new Uploads({ blobs, ...ports })
  const fileId = FileId.parse(randomUUID())
  files.begin(client, { fileId, name, bytes: bytes.length })
  files.append(client, fileId, bytes)
  const done = await files.finish(client, fileId)
  client.close()
  if (!done.ok) throw new Error(done.error.message)
  return done.value
}
