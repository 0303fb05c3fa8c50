import { FAMILIES } from '../../e2e/fake-model-server/families.ts'
import type { Family } from '../../e2e/fake-model-server/family.ts'
import {
  type CountedCases,
  LIFE_ROUNDS,
  PREFIX_ROUNDS,
} from '../../src/main/adapters/model-api/fakes/counted-cases.ts'
import { EndpointKind } from '../../src/shared/models/endpoint.ts'

interface Tried {
  readonly speaks: Family['speaks']
  /** A folder of src/main/adapters/. */
  readonly adapter: string
}

const TRIED: { readonly [Kind in EndpointKind]: Tried } = {
  openai: { speaks: undefined, adapter: 'openai-compatible' },
  responses: { speaks: 'responses', adapter: 'openai-responses' },
  anthropic: { speaks: 'messages', adapter: 'anthropic' },
  gemini: { speaks: 'gemini', adapter: 'gemini' },
  bedrock: { speaks: 'bedrock', adapter: 'claude-clouds' },
  vertex: { speaks: 'vertex', adapter: 'claude-clouds' },
}

/** Returns the conformance suite of an endpoint kind. */
export function suiteOf(kind: EndpointKind): string {
  return `src/main/adapters/${TRIED[kind].adapter}/conformance.test.ts`
}

/** Lists what each kind of endpoint was tried against. */
export function tried({ cases, day }: CountedCases): string {
  const rows = EndpointKind.options.map((kind) => {
    const { adapter, speaks } = TRIED[kind]
    const models = Object.values<Family>(FAMILIES)
      .filter((family) => family.speaks === speaks)
      .map(({ model }) => `\`${model}\``)
    return `| \`${kind}\` | ${cases[kind]} in \`${adapter}/conformance.test.ts\` | ${models.join(', ')} |`
  })
  return `## What was tried against what

Nothing here was tried against a paid account. Each kind of endpoint is held to two suites, against a server on loopback that is as strict as the
real one; the rules and where each rule comes from stand in \`e2e/fake-model-server/\`.

- **Conformance** (\`model-api/fakes/conformance.ts\`): how one request is asked, streamed, cut, refused, stopped and measured. All cases counted here
  passed on ${day}.
- **A conversation** (\`model-api/families.test.ts\`, at length in \`families.deep.test.ts\`) with the double of each model below: more than ${LIFE_ROUNDS} rounds of tools, two
  restarts in the middle of a tool, Stop, another model and back, a rewind, a fork and a summary. It ends idle, and nothing is refused but what each server
  has to teach once. Over ${PREFIX_ROUNDS} rounds, an edit of AGENTS.md and the summary each request begins with every byte of the one before.

| kind | cases of conformance | conversations with the doubles of |
|---|---|---|
${rows.join('\n')}`
}
