import type { EffortLevel } from '../../../shared/models/effort.ts'
import { ABLE, listed, type ModelFamily, reads, TEXT_ONLY } from './family.ts'

const RECORDED_ON = '2026-11-23'
const LOW_HIGH_MAX: readonly EffortLevel[] = ['low', 'high', 'max']
const V4 = reads(1_000_000, 384_000)
const FLASH = {
  ...ABLE,
  ...V4,
  levels: LOW_HIGH_MAX,
  price: listed(0.3, 1.2, 0.006),
}

/** Prices are those of its peak hours; outside them it costs half. */
export const DEEPSEEK: ModelFamily = {
  name: 'DeepSeek',
  hosts: ['api.deepseek.com'],
  sources: [
    'https://api-docs.deepseek.com/quick_start/pricing',
    'https://github.com/anomalyco/models.dev (providers/deepseek)',
  ],
  recordedOn: RECORDED_ON,
  models: [
    { prefix: 'deepseek-flash', ...FLASH },
    { prefix: 'deepseek-v4-flash', ...FLASH },
    { prefix: 'deepseek-v4.1-flash', ...FLASH },
    {
      prefix: 'deepseek-v4-pro',
      ...TEXT_ONLY,
      ...V4,
      levels: ['high', 'max'],
      price: listed(1.32, 3.96, 0.044),
    },
    {
      prefix: 'deepseek-chat',
      ...TEXT_ONLY,
      thinks: false,
      ...reads(128_000, 8_192),
      levels: [],
      endsOn: '2026-07-24',
    },
    {
      prefix: 'deepseek-reasoner',
      ...TEXT_ONLY,
      ...reads(128_000, 64_000),
      levels: [],
      endsOn: '2026-07-24',
    },
  ],
}

const K2 = { ...ABLE, ...reads(262_144, 262_144), levels: [] }

/** Models of the K2 line either think or do not: there are no levels in between. */
export const KIMI: ModelFamily = {
  name: 'Kimi',
  hosts: ['api.moonshot.ai'],
  sources: [
    'https://platform.kimi.ai/docs/models',
    'https://platform.kimi.ai/docs/guide/use-thinking-effort',
    'https://github.com/anomalyco/models.dev (providers/moonshotai)',
  ],
  recordedOn: RECORDED_ON,
  models: [
    {
      prefix: 'kimi-k3',
      ...ABLE,
      ...reads(1_048_576, 1_048_576),
      levels: LOW_HIGH_MAX,
      price: listed(3, 15, 0.3),
    },
    { prefix: 'kimi-k2.7-code', ...K2, price: listed(0.95, 4, 0.19) },
    { prefix: 'kimi-k2.7-code-highspeed', ...K2, price: listed(1.9, 8, 0.38) },
    { prefix: 'kimi-k2.6', ...K2, price: listed(0.95, 4, 0.16) },
    { prefix: 'kimi-k2.5', ...K2, price: listed(0.6, 3, 0.1) },
  ],
}

const GLM_4 = { ...TEXT_ONLY, ...reads(204_800, 131_072), levels: [] }

export const GLM: ModelFamily = {
  name: 'GLM',
  hosts: ['api.z.ai'],
  sources: [
    'https://docs.z.ai/guides/overview/pricing',
    'https://openrouter.ai/z-ai/glm-5.3',
    'https://github.com/anomalyco/models.dev (models/zhipuai)',
  ],
  recordedOn: RECORDED_ON,
  models: [
    {
      prefix: 'glm-5.3',
      ...TEXT_ONLY,
      ...reads(1_000_000, 131_072),
      levels: LOW_HIGH_MAX,
      price: listed(1.4, 4.4, 0.26),
    },
    { prefix: 'glm-5.3-flash', ...ABLE, ...reads(1_000_000, 131_072) },
    {
      prefix: 'glm-5.2',
      ...TEXT_ONLY,
      ...reads(1_000_000, 131_072),
      price: listed(1.4, 4.4, 0.26),
    },
    { prefix: 'glm-5.1', ...TEXT_ONLY, ...reads(204_800, 131_072) },
    { prefix: 'glm-4.7', ...GLM_4, price: listed(0.6, 2.2, 0.11) },
    { prefix: 'glm-4.6', ...GLM_4, price: listed(0.6, 2.2, 0.11) },
    {
      prefix: 'glm-4.5-air',
      ...GLM_4,
      ...reads(131_072, 98_304),
      price: listed(0.2, 1.1, 0.03),
    },
  ],
}

const OPEN_QWEN = reads(262_144, 65_536)
const CODER = { ...TEXT_ONLY, thinks: false, levels: [] }

/** Its thinking is set by its own fields, not by an effort. */
export const QWEN: ModelFamily = {
  name: 'Qwen',
  hosts: ['dashscope-intl.aliyuncs.com'],
  sources: [
    'https://www.alibabacloud.com/help/en/model-studio/models',
    'https://github.com/anomalyco/models.dev (models/alibaba, providers/alibaba)',
  ],
  recordedOn: RECORDED_ON,
  models: [
    { prefix: 'qwen3.8-max', ...ABLE, ...reads(1_000_000, 131_072) },
    { prefix: 'qwen3.7-max', ...TEXT_ONLY, ...reads(1_000_000, 131_072) },
    {
      prefix: 'qwen3.7-plus',
      ...ABLE,
      ...reads(1_000_000, 65_536),
      levels: [],
      price: {
        ...listed(0.4, 1.6, 0.08, 0.5),
        long: { above: 256_000, input: 1.2, output: 4.8, cacheRead: 0.24, cacheWrite: 1.5 },
      },
    },
    { prefix: 'qwen3.6', ...ABLE, ...OPEN_QWEN },
    { prefix: 'qwen3.5', ...ABLE, ...OPEN_QWEN },
    { prefix: 'qwen3-max', ...TEXT_ONLY, thinks: false, ...OPEN_QWEN },
    { prefix: 'qwen3-coder', ...CODER, ...OPEN_QWEN },
    { prefix: 'qwen3-coder-plus', ...CODER, ...reads(1_000_000, 65_536) },
  ],
}

/** Sources disagree on the price of MiniMax-M3, so it has none here. */
export const MINIMAX: ModelFamily = {
  name: 'MiniMax',
  hosts: ['api.minimax.io'],
  sources: [
    'https://platform.minimax.io/docs/guides/pricing-paygo',
    'https://vercel.com/ai-gateway/models/minimax-m3.1-flash.md',
    'https://github.com/anomalyco/models.dev (models/minimax)',
  ],
  recordedOn: RECORDED_ON,
  models: [
    { prefix: 'minimax-m3', ...ABLE, ...reads(512_000, 128_000) },
    {
      prefix: 'minimax-m3.1-flash',
      ...ABLE,
      ...reads(1_000_000, 524_288),
      levels: ['low', 'medium', 'high', 'xhigh', 'max'],
    },
    {
      prefix: 'minimax-m2.7',
      ...TEXT_ONLY,
      ...reads(204_800, 131_072),
      price: listed(0.3, 1.2, 0.06, 0.375),
    },
    { prefix: 'minimax-m2.5', ...TEXT_ONLY, ...reads(204_800, 131_072) },
  ],
}

const LLAMA_4 = { ...ABLE, thinks: false, levels: [] }

/** Hosts often serve less than these limits; their own lists say so. */
export const LLAMA: ModelFamily = {
  name: 'Llama',
  hosts: [],
  sources: ['https://github.com/anomalyco/models.dev (models/meta)'],
  recordedOn: RECORDED_ON,
  models: [
    { prefix: 'llama-4-maverick', ...LLAMA_4, ...reads(1_000_000, 16_384) },
    { prefix: 'llama-4-scout', ...LLAMA_4, ...reads(3_500_000, 16_384) },
    { prefix: 'llama-3.3', ...LLAMA_4, images: false, ...reads(128_000, 4_096) },
  ],
}
