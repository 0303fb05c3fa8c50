import { expect, test } from 'vitest'
import { isLocalAddress } from './local-address.ts'

test.each([
  ['http://localhost:1234/v1', true],
  ['http://127.0.0.1:8080', true],
  ['http://192.168.1.7:11434', true],
  ['http://[::1]:8080', true],
  ['http://studio.local:1234', true],
  [' HTTP://LocalHost:1234', true],
  ['http://', false],
  ['https://models.example/localhost', false],
  ['localhost:1234', false],
  ['https://api.openai.com/v1', false],
  ['https://10.example.com', false],
])('%s is local: %s', (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal)
})
