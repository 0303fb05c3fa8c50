import { expect, test } from 'vitest'
import { acceleratorOf, strokeIn, textOfStroke } from './stroke.ts'

test.for([
  ['Mod+k', 'CmdOrCtrl+K'],
  ['Mod+Shift+f', 'CmdOrCtrl+Shift+F'],
  ['Mod+/', 'CmdOrCtrl+/'],
  ['Mod++', 'CmdOrCtrl+Plus'],
  ['F6', 'F6'],
  ['Mod+ArrowUp', 'CmdOrCtrl+Up'],
  ['Delete', 'Delete'],
] as const)('%s is read, written unchanged, and named %s in a menu', ([text, accelerator]) => {
  const stroke = strokeIn(text)
  if (stroke === null) throw new Error('it was not read')
  expect(textOfStroke(stroke)).toBe(text)
  expect(acceleratorOf(stroke)).toBe(accelerator)
})

test.for(['', 'Mod+', 'Ctrl+k', 'mod+k', 'Mod+kk', 'Alt+k', 'Mod+<script>'])(
  '%j is no stroke',
  (text) => {
    expect(strokeIn(text)).toBeNull()
  },
)

test('characters printed by Shift on some keyboards count with and without it', () => {
  expect(strokeIn('Mod+/')?.shift).toBeNull()
  expect(strokeIn('Mod+k')?.shift).toBe(false)
})
