import type * as z from '../../../../shared/schema.ts'
import type { ChangePreview } from '../../../../shared/conversation/change-preview.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { type Places, widest } from '../../files/places.ts'
import { changesBy, keepBefore, type BackupStores } from '../../edits/keep-before.ts'
import type { UnsavedAt, UnsavedText } from '../../edits/unsaved-text.ts'
import { type FileWrite, writeFiles } from '../../files/write-files.ts'
import { obeyedByGit } from '../../sandbox/git/obeyed-by-git.ts'
import { counted } from '../definition/capped.ts'
import { defineFileTool } from '../definition/file-tool.ts'
import { OwnWrites, type SeenFile } from './own-writes.ts'
import type { WorkOutPatch } from './patch-thread.ts'
import { type PatchPlan, planPatch, type PlannedFile } from './plan-patch.ts'
import {
  ABORTED,
  ALL_BUT_EXPLORERS,
  failedWith,
  okWith,
  type Tool,
  type ToolBase,
  type ToolResult,
} from '../definition/tool.ts'
import type { Audience, PatchChange } from './work-out-patch.ts'

const LIMIT_MS = 30_000
const MAX_CHANGES = 100

/** The dependencies that the tools for changing files share. */
export interface ChangePorts extends BackupStores {
  readonly places: Places
  readonly ownWrites: OwnWrites
  readonly home: string
  readonly workOut: WorkOutPatch
  /** Default: no editor is asked. */
  readonly unsaved?: Pick<UnsavedText, 'of'>
}

interface ChangeTool<Schema extends z.ZodObject> extends Omit<ToolBase<Schema>, 'limitMs'> {
  /** The changes of a call, all or nothing. The error is a sentence for the model. */
  readonly changesOf: (input: z.infer<Schema>) => Result<readonly PatchChange[], string>
}

/**
 * Defines a tool that changes text files: planned before it is judged, shown as a diff, and recorded so it can be undone.
 */
export function defineChangeTool<Schema extends z.ZodObject>(
  { changesOf, ...tool }: ChangeTool<Schema>,
  ports: ChangePorts,
): Tool {
  const { home, ownWrites, places, workOut } = ports
  const planOf = async (
    input: z.infer<Schema>,
    at: { readonly folder: string; readonly shownTo: Audience; readonly signal?: AbortSignal },
  ): ReturnType<typeof planPatch> => {
    const changes = changesOf(input)
    if (!changes.ok) return failed(`Nothing was changed. ${changes.error}`)
    return changes.value.length > MAX_CHANGES
      ? failed(`Nothing was changed: at most ${MAX_CHANGES} changes fit in one call.`)
      : planPatch(changes.value, { ...at, places, workOut })
  }
  const seenIn = (folder: string, files: readonly PlannedFile[]): readonly SeenFile[] => {
    const isObeyed = obeyedByGit(folder, home)
    return files.map((file) => seenOf(file, isObeyed))
  }
  return defineFileTool({
    ...tool,
    callers: ALL_BUT_EXPLORERS,
    limitMs: () => LIMIT_MS,
    async look(input, folder) {
      const plan = await planOf(input, { folder, shownTo: 'nobody' })
      if (!plan.ok) return failed(plan.error)
      const seen = seenIn(folder, plan.value.files)
      const reach = widest(seen.map((file) => file.reach))
      return ok({ permitted: { action: 'change', subject: null, reach }, seen })
    },
    async preview(input, { conversationId, folder }, seen) {
      const plan = await planOf(input, { folder, shownTo: 'person' })
      if (!plan.ok) return changedSince(seen)
      const { files } = plan.value
      const isStale = ownWrites.whyStale(conversationId, seenIn(folder, files), seen) !== null
      return isStale ? changedSince(seen) : previewOf(plan.value)
    },
    touched: (seen) => seen.map(({ real }) => real),
    async run(input, run, seen) {
      const { call, conversationId, folder, signal } = run
      const plan = await planOf(input, { folder, shownTo: 'model', signal })
      if (signal.aborted) return ABORTED
      if (!plan.ok) return failedWith(plan.error)
      const { files } = plan.value
      const found = seenIn(folder, files)
      const stale = ownWrites.whyStale(conversationId, found, seen)
      if (stale !== null) return failedWith(`Nothing was changed: ${stale}`)
      const unsaved = await unsavedOf(files, run, ports)
      if (unsaved.isAborted) return ABORTED
      if (unsaved.inEditor.length > 0) return failedWith(notSaved(unsaved.inEditor))
      const kept = await keepBefore(files, call.callId, ports)
      if (!kept.ok) return failedWith(kept.error)
      const written = await writeFiles(files.map(writeOf), ports.temporaries)
      for (const [index, { bytes }] of files.slice(0, written.files.length).entries()) {
        const before = found[index]
        if (before !== undefined) ownWrites.note(conversationId, before, bytes)
      }
      const changed = { files: changesBy(files, written) }
      if (written.fault !== null) return { ...failedWith(written.fault), ...changed }
      return { ...resultOf(plan.value, unsaved.isSilent), ...changed }
    },
  })
}

function writeOf({ before, bytes, mode, place }: PlannedFile): FileWrite {
  return { place, bytes, before: before?.stats ?? null, mode }
}

function seenOf({ before, place }: PlannedFile, isObeyed: (path: string) => boolean): SeenFile {
  const { reach, real, shown } = place
  return {
    path: shown,
    real,
    // Git runs what its files name (hooks, filters) without asking anybody.
    reach: isObeyed(real) ? 'secret' : reach,
    digest: before?.digest ?? null,
  }
}

/** Shown to people in place of the diff that they would have allowed. */
function changedSince(seen: readonly SeenFile[]): ChangePreview {
  const [only] = seen
  const what = seen.length === 1 && only !== undefined ? only.path : 'One of these files'
  const text = `${what} has changed since the agent asked. If you allow this call now, it fails without changing anything, and the agent learns why.`
  return { type: 'changed', text }
}

function previewOf({ leftOut, lines }: PatchPlan): ChangePreview {
  return { type: 'diff', text: lines.join('\n'), leftOut }
}

/** The files with changes in an editor that a write to the disk would contradict. */
async function unsavedOf(
  files: readonly PlannedFile[],
  run: UnsavedAt,
  { unsaved }: Pick<ChangePorts, 'unsaved'>,
): Promise<{
  readonly inEditor: readonly string[]
  readonly isAborted: boolean
  readonly isSilent: boolean
}> {
  const looks = files.map(async ({ before, place }) => {
    const onDisk = (): Promise<string> => Promise.resolve(before?.text ?? '')
    return { place, found: await unsaved?.of(place, run, onDisk) }
  })
  const all = await Promise.all(looks)
  const inEditor = all.filter(({ found }) => found?.type === 'changed' || found?.type === 'hidden')
  return {
    inEditor: inEditor.map(({ place }) => place.shown),
    isAborted: all.some(({ found }) => found?.type === 'aborted'),
    isSilent: all.some(({ found }) => found?.type === 'silent'),
  }
}

function notSaved(shown: readonly string[]): string {
  const files = shown.join(', ')
  return `Nothing was changed: the user has changes in the editor that are not saved (${files}). Ask the user to save them, then read the file again.`
}

const SILENT =
  'The editor did not answer. If it has changes of this file that are not saved, it will report a conflict.'

function resultOf(
  { added, leftOut, lines, removed }: PatchPlan,
  isEditorSilent: boolean,
): ToolResult {
  const silent = isEditorSilent ? [SILENT] : []
  const more =
    leftOut === 0 ? [] : [`\\ ${counted(leftOut, 'more line')} of the difference, all written`]
  return okWith([...silent, ...lines, ...more].join('\n'), countOfLines(added, removed))
}

/** `+3 −1`, without a zero, as the review of changes shows it. */
function countOfLines(added: number, removed: number): string {
  if (removed === 0) return `+${added}`
  return added === 0 ? `−${removed}` : `+${added} −${removed}`
}
