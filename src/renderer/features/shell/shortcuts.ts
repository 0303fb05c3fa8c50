import type { Stroke } from '../../../shared/settings/stroke.ts'
import { isMac } from './platform.ts'

export type { Stroke }

export interface Shortcut {
  readonly does: string
  readonly stroke: Stroke
}

/** The table of keys, with their defaults (`own-strokes.svelte.ts`). These work in the whole window. */
export const WINDOW_SHORTCUTS = {
  newConversation: {
    does: 'New conversation',
    stroke: { key: 'n', mod: true, shift: false },
  },
  newWindow: { does: 'New window', stroke: { key: 'n', mod: true, shift: true } },
  back: { does: 'Back', stroke: { key: '[', mod: true, shift: false } },
  forward: { does: 'Forward', stroke: { key: ']', mod: true, shift: false } },
  openBeside: {
    does: 'Open another conversation beside this one',
    stroke: { key: 'd', mod: true, shift: false },
  },
  closePane: {
    does: 'Close this pane',
    stroke: { key: 'd', mod: true, shift: true },
  },
  otherPane: { does: 'Go to the other pane', stroke: { key: 'F6', mod: false, shift: false } },
  inbox: {
    does: 'Inbox: everything that needs you',
    stroke: { key: 'j', mod: true, shift: false },
  },
  find: {
    does: 'Find in this conversation',
    stroke: { key: 'f', mod: true, shift: false },
  },
  search: {
    does: 'Search all conversations',
    stroke: { key: 'f', mod: true, shift: true },
  },
  palette: { does: 'Command palette', stroke: { key: 'k', mod: true, shift: false } },
  inspector: {
    does: 'Inspector: state, event log and history',
    stroke: { key: '.', mod: true, shift: false },
  },
  terminal: {
    does: 'Terminal: show it, or hide it while you are in it',
    stroke: { key: ';', mod: true, shift: null },
  },
  stop: { does: 'Stop', stroke: { key: 'Escape', mod: false, shift: null } },
  stopAndSend: {
    does: 'Stop and send',
    stroke: { key: 'Enter', mod: true, shift: false },
  },
  settings: { does: 'Settings', stroke: { key: ',', mod: true, shift: null } },
  shortcuts: {
    does: 'Keyboard shortcuts',
    stroke: { key: '/', mod: true, shift: null },
  },
} as const satisfies Record<string, Shortcut>

/** Fixed: its digit counts, the newest conversation is 1. */
export const RECENT_SHORTCUT: Shortcut = {
  does: 'One of the last nine conversations',
  stroke: { key: '1…9', mod: true, shift: false },
}

/** These work in a conversation, except in a field that contains text. */
export const THREAD_SHORTCUTS = {
  previousPrompt: {
    does: 'Your previous message',
    stroke: { key: 'ArrowUp', mod: true, shift: false },
  },
  nextPrompt: {
    does: 'Your next message',
    stroke: { key: 'ArrowDown', mod: true, shift: false },
  },
} as const satisfies Record<string, Shortcut>

/** These work in the message field. */
export const MESSAGE_SHORTCUTS = {
  send: { does: 'Send', stroke: { key: 'Enter', mod: false, shift: false } },
  runCommand: {
    does: 'Run what follows as a shell command (at the very start of a message)',
    stroke: { key: '!', mod: false, shift: null },
  },
  newLine: { does: 'New line', stroke: { key: 'Enter', mod: false, shift: true } },
  sendAtNextStep: {
    does: 'Send at the next step (once more, while the agent is busy)',
    stroke: { key: 'Enter', mod: false, shift: false },
  },
  earlier: {
    does: 'Messages you sent earlier in this folder (from the first line)',
    stroke: { key: 'ArrowUp', mod: false, shift: false },
  },
  putBack: {
    does: 'Leave a waiting message as it was (while you edit it)',
    stroke: { key: 'Escape', mod: false, shift: false },
  },
  bringBack: {
    does: 'Bring back an attachment that you removed (before you type on)',
    stroke: { key: 'z', mod: true, shift: false },
  },
  later: {
    does: 'Back to what you typed (from the last line)',
    stroke: { key: 'ArrowDown', mod: false, shift: false },
  },
} as const satisfies Record<string, Shortcut>

/** These work on a row of the list. */
export const ROW_SHORTCUTS = {
  rename: { does: 'Rename', stroke: { key: 'F2', mod: false, shift: false } },
  beside: { does: 'Open to the side', stroke: { key: 'b', mod: false, shift: false } },
  pin: { does: 'Pin or unpin', stroke: { key: 'p', mod: false, shift: false } },
  moveUp: { does: 'Move up in its folder', stroke: { key: 'ArrowUp', mod: true, shift: true } },
  moveDown: {
    does: 'Move down in its folder',
    stroke: { key: 'ArrowDown', mod: true, shift: true },
  },
  archive: { does: 'Archive or unarchive', stroke: { key: 'e', mod: false, shift: false } },
  remove: { does: 'Delete', stroke: { key: 'Delete', mod: false, shift: false } },
  menu: { does: 'Menu', stroke: { key: 'F10', mod: false, shift: true } },
} as const satisfies Record<string, Shortcut>

/** True for a key that works on a row only: no text is typed there. */
export function isOfRow(name: string): boolean {
  return Object.hasOwn(ROW_SHORTCUTS, name)
}

/** These work on the card of a call that needs approval, unless one of its controls handles the key. */
export const APPROVAL_SHORTCUTS = {
  once: { does: 'Allow once', stroke: { key: 'Enter', mod: false, shift: false } },
  always: { does: 'Always allow here', stroke: { key: 'Enter', mod: false, shift: true } },
  deny: {
    does: 'Deny: to the reason, then Enter',
    stroke: { key: 'Escape', mod: false, shift: false },
  },
} as const satisfies Record<string, Shortcut>

/** Works while a toast offers it, if nothing was typed since. */
export const UNDO_SHORTCUT: Shortcut = {
  does: 'Undo archiving or deleting (for 5 seconds)',
  stroke: { key: 'z', mod: true, shift: false },
}

/** A key press; `code` is the key's place on the keyboard. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'> & {
  readonly code?: string | undefined
}

export function isStroke(event: Pressed, stroke: Stroke): boolean {
  const key = stroke.key.toLowerCase()
  return (
    (event.key.toLowerCase() === key || latinKey(event) === key) &&
    !event.altKey &&
    (event.ctrlKey || event.metaKey) === stroke.mod &&
    (stroke.shift === null || event.shiftKey === stroke.shift)
  )
}

/** Keys that have a letter of their own on a Greek, Cyrillic, Hebrew or Arabic keyboard. */
const SIGNS: Readonly<Record<string, string>> = {
  Backquote: '`',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Quote: "'",
  Semicolon: ';',
  Slash: '/',
}

/**
 * The key that a person means who types in a script other than Latin: the one at its place on a US keyboard, as in other
 * programs. Any other key is itself, in lower case.
 */
export function latinKey({ code = '', key }: Pick<Pressed, 'code' | 'key'>): string {
  const printed = key.length === 1 ? key.toLowerCase() : key
  if (!/^(?!\p{Script=Latin})\p{L}$/u.test(printed)) return printed
  return SIGNS[code] ?? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? printed
}

const PRINTED: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Delete: 'Del',
  ' ': 'Space',
}

/** The keys in the order in which they are pressed, as in `Ctrl+Enter`: written like this everywhere. */
export function printedKeys({ key, mod, shift }: Stroke, onMac = isMac()): string {
  const printed = key.length === 1 ? key.toUpperCase() : (PRINTED[key] ?? key)
  return [
    ...(mod ? [onMac ? 'Cmd' : 'Ctrl'] : []),
    ...(shift === true ? ['Shift'] : []),
    printed,
  ].join('+')
}
