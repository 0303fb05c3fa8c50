import { describe, expect, onTestFinished, test } from 'vitest'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { escapeGround } from './escape-ground.fixture.ts'
import { hasSandbox } from './sandbox.fixture.ts'
import { systemCallFilter } from './system-call-filter.ts'

const X86_64 = 0xc000003e
const I386 = 0x40000003
const ARM_64 = 0xc00000b7
const ARM = 0x40000028
const RISCV_64 = 0xc00000f3
const X32 = 0x40000000

const ALLOW = 0x7fff0000
const NOT_IMPLEMENTED = 0x50026

/** What a kernel does with the filter for a call: a machine for the few instructions that it consists of. */
function answerOf(machine: number, call: number): number {
  const program = systemCallFilter()
  let accumulator = 0
  for (let at = 0; ; at += 8) {
    const operation = program.readUInt16LE(at)
    const value = program.readUInt32LE(at + 4)
    const skip = (isTrue: boolean): number => 8 * program.readUInt8(at + (isTrue ? 2 : 3))
    switch (operation) {
      case 0x20:
        accumulator = [call, machine][value / 4] ?? Number.NaN
        break
      case 0x54:
        accumulator = (accumulator & value) >>> 0
        break
      case 0x15:
        at += skip(accumulator === value)
        break
      case 0x35:
        at += skip(accumulator >= value)
        break
      case 0x25:
        at += skip(accumulator > value)
        break
      case 0x06:
        return value
      default:
        throw new Error(`No instruction of a filter: ${operation}`)
    }
  }
}

test.each([
  ['x86-64', X86_64, [248, 249, 250]],
  ['32-bit programs on x86-64', I386, [286, 287, 288]],
  ['x32', X86_64, [X32 + 248, X32 + 249, X32 + 250]],
  ['64-bit ARM', ARM_64, [217, 218, 219]],
  ['32-bit ARM', ARM, [309, 310, 311]],
  ['another machine, whose numbers are not known', RISCV_64, []],
])('%s: the three calls of the keyrings do not exist, all others do', (_, machine, keyring) => {
  const first = keyring[0] ?? 0
  const calls = Array.from({ length: 500 }, (__, at) => (first < X32 ? 0 : X32) + at)
  const refused = calls.filter((call) => answerOf(machine, call) !== ALLOW)
  expect(refused).toEqual(keyring)
  for (const call of refused) expect(answerOf(machine, call)).toBe(NOT_IMPLEMENTED)
})

const ADD_KEY = { x64: 248, arm64: 217 }[process.arch as string]

/** Puts a key into the session's keyring, as `keyctl add` does, and prints the error's name. */
const ADDS_A_KEY = `my ($type, $name, $secret) = ("user", "phoenix-test", "secret"); print syscall(${ADD_KEY}, $type, $name, $secret, 6, -3) < 0 ? $! : "added"`

describe.runIf(hasSandbox && ADD_KEY !== undefined && process.platform === 'linux')(
  'in the sandbox',
  () => {
    test.each([
      ['a command', true],
      ['a command without the network', false],
    ])('%s finds a kernel without keyrings', async (_, network) => {
      const { leave, run } = await escapeGround({ isSandboxed: true })
      onTestFinished(leave)
      const sandboxPolicy = { folder: 'writable', network } as const
      const printed = await run(`perl -e ${shellQuote(ADDS_A_KEY)}`, { sandboxPolicy })
      expect(printed).toBe('Function not implemented')
    })
  },
)
