import type { ToolPort } from '../../runtime/ports/ports.ts'
import { openBlobFiles } from '../blobs/blob-files.ts'
import { thinksOf } from '../known-models/known-models.ts'
import { openBackups } from '../edits/keep-before.ts'
import { openAttachedFiles } from '../files/attached-files.ts'
import { createImagePort } from '../images/prepare-image.ts'
import { openKeptOutputs } from '../outputs/kept-outputs.ts'
import { createPatchThread } from './changes/patch-thread.ts'
import { createTools, type ToolsOptions } from './create-tools.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

/** The tools with all their dependencies on a data folder, which is also the home if none is given. */
export function toolsOn(
  dataFolder: string,
  options: Pick<ToolsOptions, 'supervisor'> & Partial<ToolsOptions>,
): ToolPort {
  return createTools({
    home: dataFolder,
    dataFolder,
    images: createImagePort(),
    blobs: openBlobFiles(dataFolder),
    attached: openAttachedFiles(dataFolder),
    outputs: openKeptOutputs(dataFolder),
    thinks: thinksOf,
    workOut: createPatchThread(threadSource('./changes/patch-worker.ts', import.meta.url)),
    ...openBackups(dataFolder),
    ...options,
  })
}
