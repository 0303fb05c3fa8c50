import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test.each([
  ['claude-opus-4-8', 'Claude Opus 4.8'],
  ['claude-haiku-4-5-20251001', 'Claude Haiku 4.5'],
  ['claude-sonnet-4@20250514', 'Claude Sonnet 4'],
  ['claude-3-5-haiku-latest', 'Claude Haiku 3.5'],
  ['claude-3-opus-20240229', 'Claude Opus 3'],
  ['claude-mythos-preview', 'Claude Mythos Preview'],
  ['global.anthropic.claude-sonnet-5-5-20260901-v1:0', 'Claude Sonnet 5.5'],
  ['anthropic/claude-opus-4.8', 'Claude Opus 4.8'],
  ['gpt-5', 'GPT-5'],
  ['gpt-6.2-sol', 'GPT-6.2 Sol'],
  ['gpt-5.4-mini-2026-03-17', 'GPT-5.4 mini'],
  ['gpt-5.3-codex', 'GPT-5.3-Codex'],
  ['gpt-4o-mini', 'GPT-4o mini'],
  ['gpt-4-turbo', 'GPT-4 Turbo'],
  ['gemini-3.1-flash-lite', 'Gemini 3.1 Flash-Lite'],
  ['gemini-3.1-pro-preview', 'Gemini 3.1 Pro Preview'],
  ['grok-4.7', 'Grok 4.7'],
  ['deepseek-v4-pro', 'DeepSeek V4 Pro'],
  ['deepseek-v3', 'DeepSeek V3'],
  ['moonshotai/kimi-k2.7-code-highspeed', 'Kimi K2.7 Code HighSpeed'],
  ['glm-4.5-air', 'GLM-4.5-Air'],
  ['qwen3-coder-plus', 'Qwen3-Coder-Plus'],
  ['minimax-m3.1-flash', 'MiniMax-M3.1-Flash'],
  ['mistral-medium-3-5', 'Mistral Medium 3.5'],
  ['mistral-large-2512', 'Mistral Large 25.12'],
  ['codestral-2508', 'Codestral 25.08'],
  ['llama-3.3-70b-instruct', 'Llama 3.3 70B Instruct'],
])('%s is %s', (id, name) => {
  expect(displayName(id)).toBe(name)
})

test.each([
  'qwen3:8b',
  'qwen3',
  'gpt-oss:20b',
  'openai/gpt-oss-120b',
  'claude-opus-4-8:thinking',
  'claude-instant',
  'gpt-4-my-own',
  'gemini-2.5-flash-q4_K_M',
  'llama-3.3-70b-my-finetune',
  'deepseek-',
  'o3',
  'demo',
  'm',
  '',
])('%s has no other name than its id', (id) => {
  expect(displayName(id)).toBeNull()
})
