import type { EffortLevel } from '../../../shared/models/effort.ts'
import type { Price } from '../../../shared/models/price.ts'
import { ABLE, pricierAbove, listed, type ModelFamily, reads, TEXT_ONLY } from './family.ts'

const LEVELS_3: readonly EffortLevel[] = ['low', 'medium', 'high']
const UP_TO_HIGH: readonly EffortLevel[] = ['none', ...LEVELS_3]
const UP_TO_XHIGH: readonly EffortLevel[] = [...UP_TO_HIGH, 'xhigh']
const ALL: readonly EffortLevel[] = [...UP_TO_XHIGH, 'max']
const FROM_LOW: readonly EffortLevel[] = [...LEVELS_3, 'xhigh', 'max']
const CODEX: readonly EffortLevel[] = [...LEVELS_3, 'xhigh']

const MILLION = { ...ABLE, ...reads(1_050_000, 128_000) }
const FIVE = { ...ABLE, ...reads(400_000, 128_000) }
const SILENT = { ...ABLE, thinks: false, levels: [] }

/** From 5.6 on, cache writes cost a quarter more than input. */
function six(input: number, output: number, cacheRead: number): Price {
  return pricierAbove(272_000, listed(input, output, cacheRead, input * 1.25), 1.5)
}

/** GPT-5.6 Sol costs less than its list price during a promotion without a fixed end, so it has no price here. */
export const GPT: ModelFamily = {
  name: 'GPT',
  hosts: ['api.openai.com'],
  sources: [
    'https://developers.openai.com/api/docs/models',
    'https://developers.openai.com/api/docs/deprecations',
    'https://github.com/anomalyco/models.dev (providers/openai)',
  ],
  recordedOn: '2026-11-23',
  models: [
    { prefix: 'gpt-6', ...MILLION, levels: FROM_LOW },
    { prefix: 'gpt-6.2-sol', ...MILLION, levels: FROM_LOW, price: six(2, 10, 0.1) },
    { prefix: 'gpt-6.1-sol', ...MILLION, levels: FROM_LOW, price: six(2, 10, 0.1) },
    { prefix: 'gpt-6.1-terra', ...MILLION, levels: ALL, price: six(1, 5, 0.05) },
    { prefix: 'gpt-6-astra', ...MILLION, levels: FROM_LOW, price: six(10, 50, 1) },
    { prefix: 'gpt-6-sol', ...MILLION, levels: ALL, price: six(2, 10, 0.2) },
    { prefix: 'gpt-6-luna', ...MILLION, levels: ALL, price: six(0.1, 0.5, 0.01) },
    { prefix: 'gpt-5.6', ...MILLION, levels: ALL },
    { prefix: 'gpt-5.6-terra', ...MILLION, levels: ALL, price: six(2, 12, 0.2) },
    { prefix: 'gpt-5.6-luna', ...MILLION, levels: ALL, price: six(0.2, 1.2, 0.02) },
    {
      prefix: 'gpt-5.5',
      ...MILLION,
      levels: UP_TO_XHIGH,
      price: pricierAbove(272_000, listed(5, 30, 0.5), 1.5),
    },
    {
      prefix: 'gpt-5.4',
      ...MILLION,
      levels: UP_TO_XHIGH,
      price: pricierAbove(272_000, listed(2.5, 15, 0.25), 1.5),
    },
    { prefix: 'gpt-5.4-mini', ...FIVE, levels: UP_TO_XHIGH },
    { prefix: 'gpt-5.4-nano', ...FIVE, levels: UP_TO_XHIGH, price: listed(0.2, 1.25, 0.02) },
    { prefix: 'gpt-5.', ...FIVE, levels: UP_TO_XHIGH },
    { prefix: 'gpt-5.3-codex', ...FIVE, levels: CODEX, price: listed(1.75, 14, 0.175) },
    { prefix: 'gpt-5.2', ...FIVE, levels: UP_TO_XHIGH, price: listed(1.75, 14, 0.175) },
    {
      prefix: 'gpt-5.1',
      ...FIVE,
      levels: UP_TO_HIGH,
      price: listed(1.25, 10, 0.125),
      endsOn: '2027-04-01',
    },
    {
      prefix: 'gpt-5',
      ...FIVE,
      levels: LEVELS_3,
      price: listed(1.25, 10, 0.125),
      endsOn: '2026-12-11',
    },
    {
      prefix: 'gpt-5-mini',
      ...FIVE,
      levels: LEVELS_3,
      price: listed(0.25, 2, 0.025),
      endsOn: '2026-12-11',
    },
    {
      prefix: 'gpt-5-nano',
      ...FIVE,
      levels: LEVELS_3,
      price: listed(0.05, 0.4, 0.005),
      endsOn: '2026-12-11',
    },
    { prefix: 'gpt-5-pro', ...FIVE, levels: ['high'], endsOn: '2026-12-11' },
    { prefix: 'gpt-4', ...SILENT, images: false, ...reads(8_192, 8_192), endsOn: '2026-10-23' },
    { prefix: 'gpt-4.1', ...SILENT, ...reads(1_000_000, 32_768), endsOn: '2027-01-14' },
    { prefix: 'gpt-4.1-mini', ...SILENT, ...reads(1_000_000, 32_768), endsOn: '2027-01-14' },
    { prefix: 'gpt-4.1-nano', ...SILENT, ...reads(1_000_000, 32_768), endsOn: '2026-10-23' },
    { prefix: 'gpt-4o', ...SILENT, ...reads(128_000, 16_384), endsOn: '2027-01-14' },
    { prefix: 'gpt-4o-mini', ...SILENT, ...reads(128_000, 16_384), endsOn: '2027-01-14' },
    { prefix: 'gpt-4-turbo', ...SILENT, ...reads(128_000, 4_096), endsOn: '2026-10-23' },
    {
      prefix: 'gpt-3.5-turbo',
      ...SILENT,
      images: false,
      ...reads(16_385, 4_096),
      endsOn: '2026-10-23',
    },
    {
      prefix: 'o3',
      ...ABLE,
      ...reads(200_000, 100_000),
      levels: LEVELS_3,
      price: listed(2, 8, 0.5),
      endsOn: '2026-12-11',
    },
    {
      prefix: 'o4-mini',
      ...ABLE,
      ...reads(200_000, 100_000),
      levels: LEVELS_3,
      endsOn: '2026-10-23',
    },
  ],
}

/** Sold by many hosts, but not by its maker. */
export const GPT_OSS: ModelFamily = {
  name: 'gpt-oss',
  hosts: [],
  sources: ['https://github.com/anomalyco/models.dev (models/openai)'],
  recordedOn: '2026-11-23',
  models: [{ prefix: 'gpt-oss', ...TEXT_ONLY, ...reads(131_072, 32_768), levels: LEVELS_3 }],
}
