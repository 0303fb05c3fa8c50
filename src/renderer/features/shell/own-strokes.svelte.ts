import { SvelteMap } from 'svelte/reactivity'
import { type Stroke, strokeIn } from '../../../shared/settings/stroke.ts'
import { ROW_SHORTCUTS, type Shortcut, THREAD_SHORTCUTS, WINDOW_SHORTCUTS } from './shortcuts.ts'

const { stop: _stop, ...ofWindow } = WINDOW_SHORTCUTS
const { menu: _menu, ...ofRow } = ROW_SHORTCUTS

/** Those whose keys a person can choose. Esc stays Stop, and the keys of the message field and of approvals stay what they are. */
export const REBINDABLE = { ...ofWindow, ...THREAD_SHORTCUTS, ...ofRow } as const
export type Rebindable = keyof typeof REBINDABLE

export const ALL_REBINDABLE = Object.keys(REBINDABLE) as readonly Rebindable[]

export function isRebindable(name: string): name is Rebindable {
  return Object.hasOwn(REBINDABLE, name)
}

/** What a person has chosen, for all of the page. */
const own = new SvelteMap<Rebindable, Stroke>()

/** What the settings say: a name of the table to a stroke in text. What is neither counts as not said. */
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

/** A table with the keys in force, for those who list it. */
export function inForce(table: Readonly<Record<string, Shortcut>>): readonly Shortcut[] {
  return Object.entries(table).map(([name, shortcut]) =>
    isRebindable(name) ? { ...shortcut, stroke: strokeOf(name) } : shortcut,
  )
}
