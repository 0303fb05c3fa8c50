import { FAMILIES } from '../../e2e/fake-model-server/families.ts'
import type { Family } from '../../e2e/fake-model-server/family.ts'
import {
  type CountedCases,
  LIFE_ROUNDS,
  PREFIX_ROUNDS,
} from '../../src/main/adapters/model-api/fakes/counted-cases.ts'
import { EndpointKind } from '../../src/shared/models/endpoint.ts'

interface Suite {
  readonly speaks: Family['speaks']
  /** A folder of src/main/adapters/. */
  readonly adapter: string
}

const SUITES: { readonly [Kind in EndpointKind]: Suite } = {
  openai: { speaks: undefined, adapter: 'openai-compatible' },
  responses: { speaks: 'responses', adapter: 'openai-responses' },
  anthropic: { speaks: 'messages', adapter: 'anthropic' },
  gemini: { speaks: 'gemini', adapter: 'gemini' },
  bedrock: { speaks: 'bedrock', adapter: 'claude-clouds' },
  vertex: { speaks: 'vertex', adapter: 'claude-clouds' },
}

/** Returns the conformance suite of an endpoint kind. */
export function suiteOf(kind: EndpointKind): string {
  return `src/main/adapters/${SUITES[kind].adapter}/conformance.test.ts`
}

/** Lists what each kind of endpoint is tested against. */
export function conformanceSection({ cases, day }: CountedCases): string {
  const rows = EndpointKind.options.map((kind) => {
    const { adapter, speaks } = SUITES[kind]
    const models = Object.values<Family>(FAMILIES)
      .filter((family) => family.speaks === speaks)
      .map(({ model }) => `\`${model}\``)
    return `| \`${kind}\` | ${cases[kind]} in \`${adapter}/conformance.test.ts\` | ${models.join(', ')} |`
  })
  return `## What each kind is tested against

Nothing here was tested against a paid account. Each kind of endpoint must pass two suites, against a fake server on loopback that is as strict as the
real one. Its rules and their sources are in \`e2e/fake-model-server/\`.

- **Conformance** (\`model-api/fakes/conformance.ts\`): how one request is sent, streamed, cut off, refused, stopped and measured. All cases counted here
  passed on ${day}.
- **A conversation** (\`model-api/families.test.ts\`, at length in \`families.deep.test.ts\`) with a fake of each model below: more than ${LIFE_ROUNDS} rounds of tools, two
  restarts in the middle of a tool, Stop, another model and back, a rewind, a fork and a summary. It ends idle, and the server refuses only what
  Phoenix can learn only from a refusal, once. Over ${PREFIX_ROUNDS} rounds, an edit of AGENTS.md and a summary, each request begins with every byte of the previous one.

| kind | conformance cases | conversations with fakes of |
|---|---|---|
${rows.join('\n')}`
}
