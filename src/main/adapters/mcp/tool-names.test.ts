import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolNameOf } from './tool-names.ts'

const LONG = 'our-company-internal-knowledge-and-issue-tracker-gateway-europe'

test.each([
  ['linear', 'create_issue', /^mcp__linear__create_issue$/],
  ['linear', 'create issue', /^mcp__linear__create_issue_[0-9a-f]{8}$/],
  // A long server leaves its tools their names.
  [LONG, 'short', /^mcp__our-company-internal-knowledge-and-issue-tr__short_[0-9a-f]{8}$/],
  ['linear', 'x'.repeat(100), /^mcp__linear__x{42}_[0-9a-f]{8}$/],
  [
    LONG,
    'create_or_update_a_thing_of_many_words',
    /^mcp__our-company-internal-kno__create_or_update_a_thing_[0-9a-f]{8}$/,
  ],
])('the tool %2$s of %1$s is called so that both can be recognised', (server, tool, name) => {
  expect(toolNameOf(server, tool)).toMatch(name)
})

test('no name is longer than every provider accepts, or equal to that of another tool', () => {
  const part = fc.string({ minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(part, part, part, part, (server, tool, otherServer, otherTool) => {
      const name = toolNameOf(server, tool)
      expect(name).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/)
      const isSame = server === otherServer && tool === otherTool
      expect(toolNameOf(otherServer, otherTool) === name).toBe(isSame)
    }),
  )
})
