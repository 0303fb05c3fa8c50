import { expect, test } from 'vitest'
import { Workspace } from '../calling.fixture.ts'
import { changing, edit } from '../changing.fixture.ts'

test('a large file is patched in several places', async () => {
  const lines = Array.from({ length: 400_000 }, (_, index) => `line ${index} of a large file\n`)
  using workspace = new Workspace()
  workspace.write('large', lines.join(''))
  const { outcome, summary } = await workspace.call(
    ...changing(
      edit('large', 'line 10 of a large file', 'LINE 10'),
      edit('large', 'line 20000 of a large file\nline 20001 of a large file', 'x\ny\nz'),
      edit('large', `  line ${lines.length - 2} of a large file`, 'end'),
    ),
  )
  expect([outcome, summary]).toEqual(['ok', '+5 −4'])
})
