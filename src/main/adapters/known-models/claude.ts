import type { EffortLevel } from '../../../shared/models/effort.ts'
import { ABLE, listed, type ModelFamily, reads } from './family.ts'

const MILLION = { ...ABLE, ...reads(1_000_000, 128_000) }
const CLASSIC = { ...ABLE, ...reads(200_000, 64_000) }

const ALL: readonly EffortLevel[] = ['none', 'low', 'medium', 'high', 'xhigh', 'max']
const ALWAYS_ON: readonly EffortLevel[] = ['low', 'medium', 'high', 'xhigh', 'max']
const UP_TO_HIGH: readonly EffortLevel[] = ['none', 'low', 'medium', 'high']
const FIRST_ADAPTIVE: readonly EffortLevel[] = [...UP_TO_HIGH, 'max']

const FABLE = { ...MILLION, levels: ALWAYS_ON }
const NEW = { ...MILLION, levels: ALL }
const BUDGET = { ...CLASSIC, levels: UP_TO_HIGH }

const OPUS = listed(5, 25, 0.5, 6.25)
const SONNET = listed(3, 15, 0.3, 3.75)
const HAIKU_5_5 = {
  ...listed(0.1, 0.5, 0.01, 0.125),
  long: { above: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 },
}

/**
 * Prices as of October 2026. Cache writes are for five minutes, as we request them. The price of claude-fable-5-2 is the one
 * that its resellers state; for claude-mythos-5-2 and claude-mythos-preview no complete price list was found.
 */
export const CLAUDE: ModelFamily = {
  name: 'Claude',
  hosts: ['api.anthropic.com'],
  sources: [
    'https://platform.claude.com/docs/en/about-claude/pricing',
    'https://platform.claude.com/docs/en/about-claude/model-deprecations',
    'the types and DEPRECATED_MODELS of @anthropic-ai/sdk',
  ],
  recordedOn: '2026-11-22',
  // $10 for 1,000 searches.
  searchUsd: 0.01,
  models: [
    { prefix: 'claude-fable', ...FABLE },
    { prefix: 'claude-fable-5', ...FABLE, price: listed(10, 50, 1, 12.5) },
    { prefix: 'claude-fable-5-1', ...FABLE, price: listed(10, 50, 0.25, 12.5) },
    { prefix: 'claude-fable-5-2', ...FABLE, price: listed(8, 40, 0.2, 10) },
    { prefix: 'claude-mythos', ...FABLE },
    { prefix: 'claude-mythos-5', ...FABLE, price: listed(10, 50, 1, 12.5) },
    { prefix: 'claude-mythos-5-1', ...FABLE, price: listed(10, 50, 0.25, 12.5) },
    { prefix: 'claude-mythos-preview', ...FABLE, levels: ['low', 'medium', 'high', 'max'] },
    { prefix: 'claude-opus-5', ...NEW, price: OPUS },
    { prefix: 'claude-opus-5-5', ...FABLE, price: listed(4, 20, 0.2, 5) },
    { prefix: 'claude-sonnet-5', ...NEW, price: listed(2, 10, 0.2, 2.5) },
    { prefix: 'claude-sonnet-5-5', ...NEW, price: listed(2, 10, 0.1, 2.5) },
    { prefix: 'claude-haiku-5', ...NEW },
    { prefix: 'claude-haiku-5-5', ...NEW, price: HAIKU_5_5 },
    { prefix: 'claude-opus-4-8', ...NEW, price: OPUS },
    { prefix: 'claude-opus-4-7', ...NEW, price: OPUS },
    { prefix: 'claude-opus-4-6', ...MILLION, levels: FIRST_ADAPTIVE, price: OPUS },
    {
      prefix: 'claude-sonnet-4-6',
      ...MILLION,
      outputTokens: 64_000,
      levels: FIRST_ADAPTIVE,
      price: SONNET,
    },
    { prefix: 'claude-opus-4-5', ...BUDGET, price: OPUS },
    { prefix: 'claude-sonnet-4-5', ...BUDGET, price: SONNET, endsOn: '2026-11-30' },
    { prefix: 'claude-haiku-4-5', ...BUDGET, price: listed(1, 5, 0.1, 1.25) },
    { prefix: 'claude-sonnet-4', ...BUDGET },
    { prefix: 'claude-haiku-4', ...BUDGET },
    { prefix: 'claude-opus-4', ...BUDGET, outputTokens: 32_000 },
    { prefix: 'claude-3-7', ...BUDGET },
    { prefix: 'claude-3', ...ABLE, ...reads(200_000, 4_096), thinks: false, levels: [] },
  ],
}
