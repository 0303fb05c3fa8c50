import { describe } from 'vitest'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { geminiApi } from '../gemini/gemini-api.ts'
import { openaiApi } from '../openai-compatible/openai-api.ts'
import { testEndlessAnswers } from './endless-answers.fixture.ts'
import { ANTHROPIC_SPEECH, CHAT_SPEECH, GEMINI_SPEECH } from './fakes/endless-server.ts'

describe('messages', () => testEndlessAnswers(anthropicApi, ANTHROPIC_SPEECH))
describe('chat completions', () => testEndlessAnswers(openaiApi, CHAT_SPEECH))
describe('generateContent', () => testEndlessAnswers(geminiApi, GEMINI_SPEECH))
