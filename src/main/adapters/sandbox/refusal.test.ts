import { expect, test } from 'vitest'
import { refusalIn } from './refusal.ts'

const OPEN = { folder: 'writable', network: true } as const

test.for([
  ["touch: cannot touch '/etc/x': Read-only file system", OPEN, 'outside_sandbox'],
  ['Error: EROFS: read-only file system, open', OPEN, 'outside_sandbox'],
  [
    'error: could not write config file .git/config: Device or resource busy',
    OPEN,
    'outside_sandbox',
  ],
  ['touch: x: Read-only file system', { folder: 'readOnly', network: true }, 'read-only'],
  ['curl: (6) Could not resolve host: example.com', { ...OPEN, network: false }, 'network'],
  ['connect: Network is unreachable', { ...OPEN, network: false }, 'network'],
] as const)('a refusal by the sandbox is recognised: %s', ([printed, sandboxPolicy, expected]) => {
  expect(refusalIn(printed, sandboxPolicy, 'linux')).toContain(expected)
})

test.for([
  ['3 failed', OPEN],
  ['curl: (6) Could not resolve host: example.com', OPEN],
  ['kill: Operation not permitted', OPEN],
] as const)('another failure is not blamed on the sandbox: %s', ([printed, sandboxPolicy]) => {
  expect(refusalIn(printed, sandboxPolicy, 'linux')).toBeNull()
})
