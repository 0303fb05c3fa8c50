import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import type { Escape } from './escapes.fixture.ts'
import { SECRET } from './outside.fixture.ts'
import type { Ground } from './sandbox.fixture.ts'

/** Printed by a script once it has all rights in its own namespace. */
export const PREPARED = 'prepared'

/**
 * Escapes by a separate user namespace, in which a process has every capability. They call the kernel directly: the programs
 * for it refuse where root is not mapped, so nothing would be tried.
 */
export const NESTED: readonly (Escape & { readonly worksIfAllowed: boolean })[] = [
  {
    name: 'a cover taken off in a namespace of its own',
    script: ({ ground }) =>
      nested(`print(libc.umount2(os.fsencode(${JSON.stringify(`${ground.home}/.ssh`)}), 2))
print(open(${JSON.stringify(`${ground.home}/.ssh/id_rsa`)}).read())`),
    isOut: (_, printed) => printed.includes(SECRET),
    isPlain: false,
    worksIfAllowed: false,
  },
  {
    name: 'the disk made writable in a namespace of its own',
    script: ({ mark }) =>
      nested(
        `print(libc.mount(None, b"/", None, 4096 | 32, None))\nopen(${JSON.stringify(mark)}, "w").write("x")`,
      ),
    isOut: (outside) => outside.read('mark') !== null,
    isPlain: false,
    worksIfAllowed: false,
  },
  {
    name: 'covers that fall off behind another root',
    script: () => `mkdir -p /tmp/r/old .git/h; echo x > .git/h/post-commit; echo x > .git/x
${nested(`git = os.open(".git", os.O_RDONLY)
libc.mount(b"/tmp/r", b"/tmp/r", None, 4096, None)
libc.pivot_root(b"/tmp/r", b"/tmp/r/old")
libc.umount2(b"/old", 2)
os.fchdir(git)
for old, new in (("hooks", "others"), ("h", "hooks"), ("x", "config")):
    try: os.rename(old, new)
    except OSError as error: print(error)`)}`,
    isOut: (outside) =>
      outside.read('work/project/.git/config') !== '[core]\n' ||
      outside.read('work/project/.git/hooks/post-commit') !== null,
    isPlain: false,
    worksIfAllowed: true,
  },
]

function nested(then: string): string {
  return `PATH=/usr/bin:$PATH python3 - <<'END'
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000 | 0x20000) == 0: print("${PREPARED}", flush=True)
${then}
END`
}

/** Neither root nor the owner of anything here. */
const ORDINARY = 65_534

/**
 * A bubblewrap for trials: one that allows namespaces, and one that is started by an ordinary account, which then owns all
 * of the ground (only for root).
 */
export function trialProgram(
  ground: Ground,
  { isAllowing, isOrdinary }: { isAllowing: boolean; isOrdinary: boolean },
): string {
  const path = join(ground.root, 'bwrap')
  const become = `setpriv --reuid ${ORDINARY} --regid ${ORDINARY} --clear-groups`
  const lines = [
    '#!/bin/bash',
    'args=()',
    `for each; do ${isAllowing ? '[ "$each" = --disable-userns ] || ' : ''}args+=("$each"); done`,
    ...(isOrdinary ? [`chown -R -h ${ORDINARY}:${ORDINARY} ${shellQuote(ground.root)}`] : []),
    `exec ${isOrdinary ? become : ''} bwrap "\${args[@]}"`,
  ]
  writeFileSync(path, lines.join('\n'), { mode: 0o755 })
  return path
}
