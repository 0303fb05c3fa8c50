import { createEditPort } from './adapters/edits/edit-port.ts'
import type { BackupStores } from './adapters/edits/keep-before.ts'
import { createFolderFiles } from './adapters/folder-files/folder-files.ts'
import type { Supervisor } from './adapters/processes/supervisor.ts'
import { createReviewPort } from './adapters/review/review-port.ts'
import { checkFolder, completeFolder } from './adapters/system/folders.ts'
import type { CompareFile } from './adapters/tools/changes/diff-thread.ts'
import { createWorktrees } from './adapters/worktrees/worktree-port.ts'
import type { HandlerPorts } from './runtime/commands/handler-ports.ts'

interface FolderParts {
  readonly home: string
  readonly dataFolder: string
  readonly backups: BackupStores
  readonly supervisor: Supervisor
  readonly isSandboxed: boolean
  readonly compare: CompareFile
  readonly commands: HandlerPorts['folderFiles']['commands']
  readonly chooseFolder: HandlerPorts['folders']['choose']
}

export type FolderPorts = Pick<
  HandlerPorts,
  'edits' | 'folderFiles' | 'folders' | 'review' | 'worktrees'
>

/** Builds the handlers' ports for the folders of conversations. */
export function composeFolders({ backups, chooseFolder, ...parts }: FolderParts): FolderPorts {
  const { commands, dataFolder, home } = parts
  return {
    edits: createEditPort({ home, dataFolder, ...backups }),
    folderFiles: createFolderFiles({ home, dataFolder, commands }),
    review: createReviewPort({ ...parts, ...backups }),
    worktrees: createWorktrees(parts),
    folders: {
      complete: (text) => completeFolder(text, home, dataFolder),
      check: (text) => checkFolder(text, home, dataFolder),
      choose: chooseFolder,
    },
  }
}
