import { FAMILIES } from '../../e2e/fake-model-server/families.ts'
import type { Family } from '../../e2e/fake-model-server/family.ts'
import type { EndpointKind } from '../../src/shared/endpoint.ts'

interface Tried {
  readonly speaks: Family['speaks']
  /** Of src/main/adapters/. */
  readonly adapter: string
  /** Cases of the conformance suite that passed on the day below. */
  readonly cases: number
}

const COUNTED_ON = '23 November 2026'

const TRIED: { readonly [Kind in EndpointKind]: Tried } = {
  openai: { speaks: undefined, adapter: 'openai-compatible', cases: 53 },
  responses: { speaks: 'responses', adapter: 'openai-responses', cases: 43 },
  anthropic: { speaks: 'messages', adapter: 'anthropic', cases: 48 },
  gemini: { speaks: 'gemini', adapter: 'gemini', cases: 48 },
  bedrock: { speaks: 'bedrock', adapter: 'claude-clouds', cases: 49 },
  vertex: { speaks: 'vertex', adapter: 'claude-clouds', cases: 45 },
}

/** What each kind of endpoint was tried against. */
export function tried(): string {
  const rows = Object.entries(TRIED).map(([kind, { adapter, cases, speaks }]) => {
    const models = Object.values<Family>(FAMILIES)
      .filter((family) => family.speaks === speaks)
      .map(({ model }) => `\`${model}\``)
    return `| \`${kind}\` | ${cases} in \`${adapter}/conformance.test.ts\` | ${models.join(', ')} |`
  })
  return `## What was tried against what

Nothing here was tried against a paid account. Each kind of endpoint is held to two suites, against a server on loopback that is as strict as the
real one; the rules and where each rule comes from stand in \`e2e/fake-model-server/\`.

- **Conformance** (\`model-api/fakes/conformance.ts\`): how one request is asked, streamed, cut, refused, stopped and measured. All cases counted here
  passed on ${COUNTED_ON}.
- **A conversation** (\`model-api/families.test.ts\`, at length in \`families.deep.test.ts\`) with the double of each model below: more than 30 rounds of tools, two
  restarts in the middle of a tool, Stop, another model and back, a rewind and a summary. It ends idle, and nothing is refused but what each server
  has to teach once. Over 50 rounds and the summary each request begins with every byte of the one before.

| kind | cases of conformance | conversations with the doubles of |
|---|---|---|
${rows.join('\n')}`
}
