import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuKeys } from '../../../shared/protocol/desktop-commands.ts'
import type { MenuItem } from '../../../shared/protocol/events.ts'
import { acceleratorOf, strokeIn } from '../../../shared/settings/stroke.ts'

export interface AppMenuOptions {
  readonly isMac: boolean
  /** False adds the entries for developers of Phoenix to the View menu. */
  readonly isPackaged: boolean
  /** The keys that the user has changed; the defaults are below. */
  readonly keys: MenuKeys
  readonly choose: (item: MenuItem) => void
}

/** This menu contains every shortcut. */
export function setAppMenu(options: AppMenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(templateOf(options)))
}

const DEVELOPER_ITEMS: readonly MenuItemConstructorOptions[] = [
  { type: 'separator' },
  { role: 'reload' },
  { role: 'toggleDevTools' },
]

function templateOf({
  isMac,
  isPackaged,
  keys,
  choose,
}: AppMenuOptions): MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const
  const item = (label: string, usual: string, chosen: MenuItem) =>
    ({
      label,
      accelerator: acceleratorIn(keys[chosen]) ?? usual,
      // The accelerator is only displayed: the page handles its keys itself. macOS has no such option; there the page sees
      // the key first, and an item that is chosen twice runs once.
      registerAccelerator: false,
      click: () => choose(chosen),
    }) satisfies MenuItemConstructorOptions
  const settings = item('Settings…', 'CmdOrCtrl+,', 'settings')
  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
  return [
    ...(isMac ? [appMenu] : []),
    {
      label: 'File',
      submenu: [
        item('New conversation', 'CmdOrCtrl+N', 'newConversation'),
        item('New window', 'CmdOrCtrl+Shift+N', 'newWindow'),
        ...(isMac ? [] : [separator, settings]),
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item('Find in conversation', 'CmdOrCtrl+F', 'find'),
        item('Search all conversations', 'CmdOrCtrl+Shift+F', 'search'),
      ],
    },
    {
      label: 'Conversation',
      submenu: [
        stopItem(isMac, choose),
        item('Stop and send', 'CmdOrCtrl+Enter', 'stopAndSend'),
        separator,
        item('Inbox', 'CmdOrCtrl+J', 'inbox'),
      ],
    },
    {
      label: 'View',
      submenu: [
        item('Command palette', 'CmdOrCtrl+K', 'palette'),
        item('Inspector', 'CmdOrCtrl+.', 'inspector'),
        item('Terminal', 'CmdOrCtrl+;', 'terminal'),
        separator,
        item('Back', 'CmdOrCtrl+[', 'back'),
        item('Forward', 'CmdOrCtrl+]', 'forward'),
        separator,
        item('Open to the side', 'CmdOrCtrl+D', 'openBeside'),
        item('Go to the other pane', 'F6', 'otherPane'),
        item('Close this pane', 'CmdOrCtrl+Shift+D', 'closePane'),
        separator,
        { role: 'resetZoom', label: 'Actual size' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : DEVELOPER_ITEMS),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [item('Keyboard shortcuts', 'CmdOrCtrl+/', 'shortcuts')],
    },
  ]
}

/** macOS cannot show a key without capturing it, and dialogs and input methods also use Escape. */
function stopItem(isMac: boolean, choose: (item: MenuItem) => void): MenuItemConstructorOptions {
  const click = (): void => choose('stop')
  return isMac
    ? { label: 'Stop (Esc)', click }
    : { label: 'Stop', accelerator: 'Esc', registerAccelerator: false, click }
}

function acceleratorIn(text: string | undefined): string | null {
  const stroke = text === undefined ? null : strokeIn(text)
  return stroke === null ? null : acceleratorOf(stroke)
}
