import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { testEndlessAnswers } from './endless-answers.fixture.ts'
import { ANTHROPIC_SPEECH } from './fakes/endless-server.ts'

testEndlessAnswers(anthropicApi, ANTHROPIC_SPEECH)
