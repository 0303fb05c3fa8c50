import { SvelteMap } from 'svelte/reactivity'
import { type Stroke, strokeIn } from '../../../shared/settings/stroke.ts'
import { ROW_SHORTCUTS, type Shortcut, THREAD_SHORTCUTS, WINDOW_SHORTCUTS } from './shortcuts.ts'

const { stop: _stop, ...ofWindow } = WINDOW_SHORTCUTS
const { menu: _menu, ...ofRow } = ROW_SHORTCUTS

/**
 * The shortcuts that a person can change. Esc is always Stop, and the keys of the message field and of approvals are
 * fixed.
 */
export const REBINDABLE = { ...ofWindow, ...THREAD_SHORTCUTS, ...ofRow } as const
export type Rebindable = keyof typeof REBINDABLE

export const ALL_REBINDABLE = Object.keys(REBINDABLE) as readonly Rebindable[]

export function isRebindable(name: string): name is Rebindable {
  return Object.hasOwn(REBINDABLE, name)
}

/** The person's choices, for the whole page. */
const own = new SvelteMap<Rebindable, Stroke>()

/** Applies the settings: a stroke as text for each name. Invalid entries are ignored. */
export function useStrokes(saved: Readonly<Record<string, string>>): void {
  for (const name of ALL_REBINDABLE) {
    const text = saved[name]
    const stroke = text === undefined ? null : strokeIn(text)
    if (stroke === null) own.delete(name)
    else own.set(name, stroke)
  }
}

/** The keys in force. */
export function strokeOf(name: Rebindable): Stroke {
  return own.get(name) ?? REBINDABLE[name].stroke
}

/** The table with the keys in force, for display. */
export function inForce(table: Readonly<Record<string, Shortcut>>): readonly Shortcut[] {
  return Object.entries(table).map(([name, shortcut]) =>
    isRebindable(name) ? { ...shortcut, stroke: strokeOf(name) } : shortcut,
  )
}
