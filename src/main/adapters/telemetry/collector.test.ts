import { expect, test } from 'vitest'
import { cleanEnvironment } from '../processes/spawn/clean-environment.ts'
import { takeCollector } from './collector.ts'

const ENDPOINT = 'http://127.0.0.1:4318/'

test('without an endpoint nothing is sent; with OpenTelemetry disabled it is off', () => {
  for (const environment of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }]) {
    expect(takeCollector(environment, () => {})).toBeNull()
  }
  const silent = { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'true' }
  expect(takeCollector(silent, () => {})).toEqual({ ok: true, value: null })
})

test('headers are secrets: read, passed to the redactor, and inherited by no tool; the endpoint stays', () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20taint-one, x-team = search',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=taint-two',
  }
  const secrets: string[] = []
  expect(takeCollector(environment, (secret) => secrets.push(secret))).toEqual({
    ok: true,
    value: {
      endpoint: 'http://127.0.0.1:4318',
      headers: { authorization: 'Bearer taint-one', 'x-team': 'search' },
    },
  })
  expect(secrets).toEqual(expect.arrayContaining(['Bearer taint-one', 'taint-one', 'taint-two']))
  expect(cleanEnvironment(environment)).toMatchObject({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT })
  expect(JSON.stringify(cleanEnvironment(environment))).not.toContain('taint')
})

test.each(['localhost:4318', 'not an address', 'http://me:taint-pass@127.0.0.1:4318'])(
  'the endpoint %s is checked by the rule of Settings, with a sentence that repeats nothing of it',
  (endpoint) => {
    const secrets: string[] = []
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
    const collector = takeCollector(environment, (secret) => secrets.push(secret))
    expect(collector).toEqual({
      ok: false,
      error: expect.stringMatching(/^The telemetry endpoint must/),
    })
    expect(JSON.stringify(collector)).not.toContain('taint')
    if (endpoint.includes('taint')) expect(secrets).toContain('taint-pass')
  },
)
