import { join } from 'node:path'
import { isatty } from 'node:tty'
import { app } from 'electron'
import { startPhoenix } from './start-phoenix.ts'
import { ownArguments } from './hosts/electron/calls.ts'
import { chooseFolder } from './hosts/electron/folder-dialog.ts'
import { openKeyring } from './hosts/electron/open-keyring.ts'
import { loginShellOf } from './adapters/system/login-path.ts'
import { utilityChannel } from './hosts/electron/utility-channel.ts'
import { builtWorkers } from './workers.ts'
import { runElectronHost } from './hosts/electron/run-electron-host.ts'

// Not awaited: Electron becomes ready only after this file has run.
void runElectronHost({
  args: ownArguments(process.argv, app.isPackaged),
  environment: process.env,
  rendererFolder: join(import.meta.dirname, '../renderer'),
  iconFile: join(import.meta.dirname, '../../resources/icon.png'),
  preloadFile: join(import.meta.dirname, '../preload/index.cjs'),
  compose: async (dataFolder, desktop) =>
    startPhoenix({
      dataFolder,
      environment: process.env,
      workers: builtWorkers(import.meta.url),
      processHost: utilityChannel(join(import.meta.dirname, 'utility-entry.js')),
      terminalHost: utilityChannel(
        join(import.meta.dirname, 'terminal-utility-entry.js'),
        'Phoenix terminals',
      ),
      keyring: await openKeyring({
        dataFolder,
        platform: process.platform,
        now: () => Date.now(),
      }),
      loginShell: loginShellOf({
        platform: process.platform,
        environment: process.env,
        hasTerminal: isatty(0),
      }),
      chooseFolder,
      desktop,
    }),
})
