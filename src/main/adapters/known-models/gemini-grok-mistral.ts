import type { EffortLevel } from '../../../shared/models/effort.ts'
import { ABLE, pricierAbove, listed, type ModelFamily, reads } from './family.ts'

const LEVELS_3: readonly EffortLevel[] = ['low', 'medium', 'high']

const GEMINI_MODEL = { ...ABLE, ...reads(1_048_576, 65_536), levels: LEVELS_3 }

/**
 * Levels are those that both of its addresses accept. The price of 3.8 Flash applies until the end of 2026: half of the
 * later one.
 */
export const GEMINI: ModelFamily = {
  name: 'Gemini',
  hosts: ['generativelanguage.googleapis.com'],
  sources: [
    'https://ai.google.dev/gemini-api/docs/pricing',
    'https://ai.google.dev/gemini-api/docs/deprecations',
    'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/thinking',
    'https://github.com/anomalyco/models.dev (providers/google)',
  ],
  recordedOn: '2026-11-23',
  models: [
    { prefix: 'gemini-3', ...GEMINI_MODEL },
    { prefix: 'gemini-4', ...GEMINI_MODEL },
    { prefix: 'gemini-3.8-flash', ...GEMINI_MODEL, price: listed(0.75, 3.75, 0.075) },
    { prefix: 'gemini-3.5-flash', ...GEMINI_MODEL, price: listed(1.5, 9, 0.15) },
    {
      prefix: 'gemini-3.1-pro-preview',
      ...GEMINI_MODEL,
      price: pricierAbove(200_000, listed(2, 12, 0.2), 1.5),
    },
    { prefix: 'gemini-3.1-flash-lite', ...GEMINI_MODEL, price: listed(0.25, 1.5, 0.025) },
    { prefix: 'gemini-3-flash-preview', ...GEMINI_MODEL, price: listed(0.5, 3, 0.05) },
    {
      prefix: 'gemini-2.5-pro',
      ...GEMINI_MODEL,
      price: pricierAbove(200_000, listed(1.25, 10, 0.125), 1.5),
      endsOn: '2026-12-01',
    },
    {
      prefix: 'gemini-2.5-flash',
      ...GEMINI_MODEL,
      levels: ['none', ...LEVELS_3],
      price: listed(0.3, 2.5, 0.03),
      endsOn: '2026-12-01',
    },
  ],
}

const HALF_MILLION = { ...ABLE, ...reads(500_000, 500_000) }
const GROK_PRICE = pricierAbove(200_000, listed(2, 6, 0.5), 2)

export const GROK: ModelFamily = {
  name: 'Grok',
  hosts: ['api.x.ai'],
  sources: [
    'https://docs.x.ai/developers/models',
    'https://docs.x.ai/developers/model-capabilities/text/reasoning',
    'https://github.com/anomalyco/models.dev (providers/xai)',
  ],
  recordedOn: '2026-11-23',
  models: [
    {
      prefix: 'grok-4.7',
      ...HALF_MILLION,
      levels: [...LEVELS_3, 'xhigh'],
      price: GROK_PRICE,
    },
    { prefix: 'grok-4.6', ...HALF_MILLION, levels: LEVELS_3, price: GROK_PRICE },
    { prefix: 'grok-4.5', ...HALF_MILLION, levels: LEVELS_3, price: GROK_PRICE },
    {
      prefix: 'grok-4.3',
      ...ABLE,
      ...reads(1_000_000, 30_000),
      levels: ['none', ...LEVELS_3],
      price: pricierAbove(200_000, listed(1.25, 2.5, 0.2), 2),
    },
  ],
}

const ON_OR_OFF: readonly EffortLevel[] = ['none', 'high']
const MEDIUM_3_5 = {
  ...ABLE,
  ...reads(262_144, 262_144),
  levels: ON_OR_OFF,
  price: listed(1.5, 7.5, 0.15),
}
const QUIET = { ...ABLE, thinks: false, levels: [] }

/** Mistral Large 4 is sold at half its list price as a preview, so it has no price here. */
export const MISTRAL: ModelFamily = {
  name: 'Mistral',
  hosts: ['api.mistral.ai'],
  sources: [
    'https://docs.mistral.ai/models',
    'https://docs.mistral.ai/inference/pricing',
    'https://github.com/anomalyco/models.dev (providers/mistral)',
  ],
  recordedOn: '2026-11-23',
  models: [
    { prefix: 'mistral-large-4', ...ABLE, ...reads(1_048_576, 1_048_576), levels: ON_OR_OFF },
    { prefix: 'mistral-large-2512', ...QUIET, ...reads(262_144, 262_144) },
    { prefix: 'mistral-medium-latest', ...MEDIUM_3_5 },
    { prefix: 'mistral-medium-2604', ...MEDIUM_3_5 },
    { prefix: 'mistral-medium-3-5', ...MEDIUM_3_5 },
    { prefix: 'mistral-medium-3.5', ...MEDIUM_3_5 },
    { prefix: 'mistral-small-2603', ...ABLE, ...reads(256_000, 256_000) },
    {
      prefix: 'devstral-2512',
      ...QUIET,
      images: false,
      ...reads(262_144, 262_144),
      endsOn: '2026-07-31',
    },
    {
      prefix: 'codestral-2508',
      ...QUIET,
      images: false,
      ...reads(128_000, 128_000),
      price: listed(0.3, 0.9, 0.03),
    },
  ],
}
