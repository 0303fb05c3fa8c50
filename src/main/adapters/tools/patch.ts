import { sep } from 'node:path'
import { z } from 'zod'
import type { ChangePreview } from '../../../shared/change-preview.ts'
import { failed, ok } from '../../../shared/result.ts'
import { type Place, type Places, type Reach, widest } from '../files/places.ts'
import { changesBy, keepBefore, type KeepingDesk } from '../edits/keep-before.ts'
import { FOR_PEOPLE } from '../files/unified-diff.ts'
import { type FileWrite, writeFiles } from '../files/write-files.ts'
import { cappedLines, counted, MAX_RESULT_BYTES } from './capped.ts'
import { defineFileTool } from './file-tool.ts'
import { OwnWrites, type SeenFile } from './own-writes.ts'
import { type PatchPlan, planPatch, type PlannedFile } from './plan-patch.ts'
import { ABORTED, failedWith, okWith, type Tool, type ToolResult } from './tool.ts'

const LIMIT_MS = 30_000
const MAX_CHANGES = 100
const MAX_PREVIEW_BYTES = 64 * 1024

const path = z.string().describe('The file: from the folder of the conversation, or whole.')
const PatchInput = z.object({
  changes: z
    .array(
      z.discriminatedUnion('type', [
        z.object({
          type: z.literal('edit'),
          path,
          oldText: z
            .string()
            .min(1)
            .describe('What stands there now: whole lines, enough of them to fit one place.'),
          newText: z.string().describe('What is to stand there. Empty: nothing.'),
          everywhere: z
            .boolean()
            .optional()
            .describe('Replaces oldText wherever it stands. Left out: it has to stand once.'),
        }),
        z.object({
          type: z.literal('create'),
          path,
          text: z.string().describe('The whole of the new file.'),
        }),
        z.object({ type: z.literal('delete'), path }),
      ]),
    )
    .min(1)
    .max(MAX_CHANGES)
    .describe('Done in this order, all or none.'),
})

const DESCRIPTION = `Changes, creates and deletes text files, and returns the difference as a unified diff.

- edit replaces oldText by newText. Quote oldText as read_file shows it, without the line numbers. It has to stand in the file exactly once, or everywhere is set. Where only white space differs it is still found, and the result says so.
- create makes a new file with the folders it needs; delete removes one. To replace a file whole, delete and create it in one call.
- Several changes go into one call, also to several files, and later ones see what earlier ones did. All are checked before anything is written: if one does not fit, nothing changes.
- Line ends, encoding and mode stay as they are. A file that was changed by others since the call was checked is left alone: read it again.
- Files that are no text, or larger than 16 MB, are refused: use bash.`

export function createPatch(places: Places, desk: KeepingDesk): Tool {
  const ownWrites = new OwnWrites()
  return defineFileTool({
    name: 'patch',
    description: DESCRIPTION,
    input: PatchInput,
    limitMs: () => LIMIT_MS,
    async look({ changes }, folder) {
      const plan = await planPatch(changes, folder, places)
      if (!plan.ok) return failed(plan.error)
      const seen = plan.value.files.map(seenOf)
      const reach = widest(seen.map((file) => file.reach))
      return ok({ permitted: { action: 'change', subject: null, reach }, seen })
    },
    async preview({ changes }, { conversationId, folder }, seen) {
      const plan = await planPatch(changes, folder, places)
      if (!plan.ok) return changedSince(seen)
      const { files } = plan.value
      const isStale = ownWrites.whyStale(conversationId, files.map(seenOf), seen) !== null
      return isStale ? changedSince(seen) : previewOf(plan.value)
    },
    async run({ changes }, { call, conversationId, folder, signal }, seen) {
      const plan = await planPatch(changes, folder, places)
      if (signal.aborted) return ABORTED
      if (!plan.ok) return failedWith(plan.error)
      const { files } = plan.value
      const stale = ownWrites.whyStale(conversationId, files.map(seenOf), seen)
      if (stale !== null) return failedWith(`Nothing was changed: ${stale}`)
      const kept = await keepBefore(files, call.callId, desk)
      if (!kept.ok) return failedWith(kept.error)
      const written = await writeFiles(files.map(writeOf))
      for (const file of files.slice(0, written.files.length)) {
        ownWrites.note(conversationId, seenOf(file), file.bytes)
      }
      const changed = { files: changesBy(files, written) }
      if (written.fault !== null) return { ...failedWith(written.fault), ...changed }
      return { ...told(plan.value), ...changed }
    },
  })
}

function writeOf({ before, bytes, place }: PlannedFile): FileWrite {
  return { place, bytes, before: before?.stats ?? null, mode: null }
}

function seenOf({ before, place }: PlannedFile): SeenFile {
  return {
    path: place.shown,
    real: place.real,
    reach: reachOf(place),
    digest: before?.digest ?? null,
  }
}

/** Git runs what stands in its own folder (hooks, filters) without asking anybody. */
function reachOf({ reach, real }: Place): Reach {
  const isOfGit = real.split(sep).some((name) => name.toLowerCase() === '.git')
  return isOfGit ? 'secret' : reach
}

/** For people, in the place of the diff that they would have allowed. */
function changedSince(seen: readonly SeenFile[]): ChangePreview {
  const [only] = seen
  const what = seen.length === 1 && only !== undefined ? only.path : 'One of these files'
  const text = `${what} has changed since the agent asked. Allowed now, this call fails and changes nothing; the agent is told.`
  return { type: 'changed', text }
}

function previewOf({ files, notes }: PatchPlan): ChangePreview {
  // A note names files, and a name can hold a line break.
  const first = notes.map((note) => note.replaceAll(/[\r\n]/g, '\uFFFD'))
  const lines = [...first, ...files.flatMap((file) => file.diff(FOR_PEOPLE).lines)]
  const { leftOut, shown } = cappedLines(lines, MAX_PREVIEW_BYTES)
  return { type: 'diff', text: shown.join('\n'), leftOut }
}

function told({ files, notes }: PatchPlan): ToolResult {
  const diffs = files.map((file) => file.diff())
  const added = diffs.reduce((sum, diff) => sum + diff.added, 0)
  const removed = diffs.reduce((sum, diff) => sum + diff.removed, 0)
  const lines = [...notes, ...diffs.flatMap((diff) => diff.lines)]
  const { leftOut, shown } = cappedLines(lines, MAX_RESULT_BYTES - 256)
  const more =
    leftOut === 0 ? [] : [`\\ ${counted(leftOut, 'more line')} of the difference, all written`]
  return okWith([...shown, ...more].join('\n'), `+${added} −${removed}`)
}
