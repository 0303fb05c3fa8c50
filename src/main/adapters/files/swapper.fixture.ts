import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Swaps two names in one step of the kernel until it is ended, then prints how often. Now and then everything stays in its
 * original place for up to 10 ms, so long operations can finish too.
 */
const IN_C = String.raw`
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>
static volatile sig_atomic_t over = 0;
static void end(int signal) { (void)signal; over = 1; }
int main(int count, char **names) {
  if (count != 3) return 2;
  long swaps = 0;
  signal(SIGTERM, end);
  puts("ready");
  fflush(stdout);
  while (!over) {
    if (syscall(SYS_renameat2, AT_FDCWD, names[1], AT_FDCWD, names[2], 2) == 0) swaps++;
    long most = swaps % 2 == 0 && rand() % 4 == 0 ? 10000000 : 200000;
    struct timespec pause = {0, rand() % most};
    nanosleep(&pause, NULL);
  }
  printf("%ld\n", swaps);
  return 0;
}
`

/**
 * Does the same in three steps, for machines without a compiler: for a moment of every swap, nothing is at the first name.
 */
const IN_NODE = String.raw`
const { renameSync } = require('node:fs')
const [one, other] = process.argv.slice(1)
let swaps = 0
let isOver = false
process.on('SIGTERM', () => { isOver = true })
console.log('ready')
function swap() {
  for (let i = 0; i < 20; i++) {
    renameSync(one, one + '.aside')
    renameSync(other, one)
    renameSync(one + '.aside', other)
    swaps++
  }
  if (isOver) console.log(swaps)
  else setImmediate(swap)
}
swap()
`

interface Swapper {
  /** The kind of program, for the report. */
  readonly by: 'C' | 'node'
  /** Ends it; resolves with the number of swaps. */
  end(): Promise<number>
}

/** Swaps two paths over and over, in a separate process. */
export async function startSwapping(one: string, other: string): Promise<Swapper> {
  const program = compiled()
  const [file, args] =
    program === null ? [process.execPath, ['-e', IN_NODE, one, other]] : [program, [one, other]]
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  const ready = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (printed.includes('ready')) ready.resolve()
  })
  child.once('close', () => ready.reject(new Error('the swapper has ended')))
  await ready.promise
  return {
    by: program === null ? 'node' : 'C',
    async end() {
      ready.promise.catch(() => undefined)
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      return Number(printed.trim().split('\n').at(-1))
    },
  }
}

/** Compiled once for all runs, as that takes a second. Null if this machine has no compiler. */
function compiled(): string | null {
  const folder = resolve(import.meta.dirname, '../../../..', 'node_modules/.cache/phoenix-swapper')
  const program = join(folder, createHash('sha256').update(IN_C).digest('hex').slice(0, 16))
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  // Others may compile it too: it gets its name once it is whole.
  const own = `${program}.${process.pid}`
  writeFileSync(`${own}.c`, IN_C)
  if (spawnSync('gcc', ['-O1', '-o', own, `${own}.c`]).status !== 0) return null
  renameSync(own, program)
  return program
}
