import { z } from 'zod'
import type { ModelFamily } from '../../src/main/adapters/known-models/family.ts'
import {
  FAMILIES,
  isKnown,
  limitsOf,
  listPriceOf,
  seesImages,
  thinksOf,
} from '../../src/main/adapters/known-models/known-models.ts'

/** The maker's own list in the catalogue of models.dev, by the host of its API. */
const LISTS: Readonly<Record<string, string>> = {
  'api.anthropic.com': 'anthropic',
  'api.openai.com': 'openai',
  'generativelanguage.googleapis.com': 'google',
  'api.x.ai': 'xai',
  'api.deepseek.com': 'deepseek',
  'api.moonshot.ai': 'moonshotai',
  'api.z.ai': 'zai',
  'dashscope-intl.aliyuncs.com': 'alibaba',
  'api.mistral.ai': 'mistral',
  'api.minimax.io': 'minimax',
}

const Listed = z.object({
  id: z.string(),
  reasoning: z.boolean(),
  tool_call: z.boolean(),
  status: z.string().optional(),
  modalities: z.object({ input: z.array(z.string()), output: z.array(z.string()) }),
  limit: z.object({ context: z.number(), output: z.number() }),
  cost: z
    .object({ input: z.number(), output: z.number(), cache_read: z.number().optional() })
    .optional(),
})
type Listed = z.infer<typeof Listed>

/** The parts of `https://models.dev/api.json` that are read. */
const Catalogue = z.record(z.string(), z.object({ models: z.record(z.string(), Listed) }))

/** Returns a line for each difference between the catalogue and the table in models that suit agents. */
export function differencesFrom(catalogue: unknown): readonly string[] {
  const lists = Catalogue.parse(catalogue)
  return FAMILIES.flatMap((family) =>
    family.hosts.flatMap((host) => {
      const name = LISTS[host]
      const list = name === undefined ? undefined : lists[name]
      if (list === undefined) return [`${family.name}: the catalogue has no list of ${host}`]
      return Object.values(list.models)
        .filter(isOfAgents)
        .flatMap((model) => differencesOf(model, family, host))
    }),
  )
}

/** True for models that answer in text, call tools and are not deprecated. */
function isOfAgents({ modalities, status, tool_call }: Listed): boolean {
  return tool_call && modalities.output.join() === 'text' && status !== 'deprecated'
}

function differencesOf(model: Listed, { name }: ModelFamily, host: string): readonly string[] {
  const { cost, id, limit, modalities, reasoning } = model
  if (!isKnown(id)) return [`${name}: ${id} is in no row`]
  const { contextTokens, outputTokens } = limitsOf(id)
  const price = listPriceOf(id, host)
  const facts: readonly (readonly [what: string, ours: unknown, theirs: unknown])[] = [
    ['context', contextTokens, limit.context],
    ['output', outputTokens, limit.output],
    ['thinks', thinksOf(id), reasoning],
    ['images', seesImages(id), modalities.input.includes('image')],
    ...(price === null || cost === undefined
      ? []
      : ([
          ['price of input', price.input, cost.input],
          ['price of output', price.output, cost.output],
          ['price of cached input', price.cacheRead, cost.cache_read ?? price.cacheRead],
        ] as const)),
  ]
  return facts.flatMap(([what, ours, theirs]) =>
    ours === theirs
      ? []
      : [`${name}: ${id}: ${what}: ${String(ours)} here, ${String(theirs)} there`],
  )
}
