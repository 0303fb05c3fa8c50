/** A machine of the kernel's (`linux/audit.h`), and the numbers of its keyring calls, which follow one another. */
interface Machine {
  readonly audit: number
  readonly addKey: number
  readonly keyctl: number
}

const MACHINES: readonly Machine[] = [
  // x86-64, and 32-bit programs on it
  { audit: 0xc000003e, addKey: 248, keyctl: 250 },
  { audit: 0x40000003, addKey: 286, keyctl: 288 },
  // ARM, with 64 bits and with 32
  { audit: 0xc00000b7, addKey: 217, keyctl: 219 },
  { audit: 0x40000028, addKey: 309, keyctl: 311 },
]

/** The bit that marks a call of x86-64's ABI with short pointers (x32). */
const X32 = 0x40000000

/** Operations and results of `linux/filter.h` and `linux/seccomp.h`; the offsets are those of `struct seccomp_data`. */
const LOAD = 0x20
const AND = 0x54
const IF_EQUAL = 0x15
const IF_AT_LEAST = 0x35
const IF_MORE = 0x25
const RETURN = 0x06
const CALL_NUMBER = 0
const MACHINE = 4
const ALLOW = 0x7fff0000
/** As a kernel without keyrings answers: "function not implemented". */
const FAIL = 0x00050000 | 38

/** `yes` and `no`: how many instructions a condition skips. */
type Instruction = readonly [operation: number, value: number, yes?: number, no?: number]

/**
 * A seccomp filter (classic BPF, as `bwrap --seccomp` reads it) in which the kernel's keyrings do not exist. No namespace
 * separates the session's keyring, where Kerberos and others keep secrets.
 */
export function systemCallFilter(): Buffer {
  const instructions: readonly Instruction[] = [
    [LOAD, MACHINE],
    ...MACHINES.flatMap(({ addKey, audit, keyctl }): Instruction[] => [
      [IF_EQUAL, audit, 0, 6],
      [LOAD, CALL_NUMBER],
      [AND, ~X32],
      [IF_AT_LEAST, addKey, 0, 2],
      [IF_MORE, keyctl, 1, 0],
      [RETURN, FAIL],
      [RETURN, ALLOW],
    ]),
    [RETURN, ALLOW],
  ]
  return Buffer.concat(instructions.map(encoded))
}

/** `struct sock_filter`: all machines named above are little-endian. */
function encoded([operation, value, yes = 0, no = 0]: Instruction): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(operation, 0)
  bytes.writeUInt8(yes, 2)
  bytes.writeUInt8(no, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}
