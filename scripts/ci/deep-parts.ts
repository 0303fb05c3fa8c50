/** A part of the deep suite that CI can run by itself. */
export interface DeepPart {
  readonly name: string
  /** Arguments of `npm run test:deep --`. */
  readonly tests: readonly string[]
  /** The longest duration on two cores, in minutes. */
  readonly minutes: number
  /** Paths whose changes concern it. */
  readonly concerns: readonly string[]
}

/** The whole deep suite, most important parts first. */
export const DEEP_PARTS: readonly DeepPart[] = [
  {
    name: 'the simulator',
    tests: ['--project', 'deep', 'simulation/simulation.deep', 'simulation/replay.deep'],
    minutes: 7,
    concerns: ['src/main/core/', 'src/main/runtime/', 'src/main/adapters/sqlite/', 'simulation/'],
  },
  {
    name: 'the planted bugs of the simulator',
    tests: ['--project', 'deep', 'simulation/planted.deep'],
    minutes: 6,
    concerns: ['src/main/core/', 'src/main/runtime/', 'src/main/adapters/sqlite/', 'simulation/'],
  },
  {
    name: 'deaths and failures at each write of the simulator',
    tests: ['--project', 'deep', 'simulation/each-write.deep'],
    minutes: 11,
    concerns: ['src/main/runtime/', 'src/main/adapters/sqlite/', 'simulation/'],
  },
  {
    name: 'the exploration of the machine',
    tests: ['--project', 'deep', 'proof/'],
    minutes: 8,
    concerns: ['src/main/core/', 'proof/'],
  },
  {
    name: 'attacks on the host, by a hostile folder, by the network and by a damaged disk',
    tests: [
      '--project',
      'deep',
      'attack/host.',
      'attack/hostile-folder',
      'attack/network',
      'attack/damage',
      'attack/failing-disk',
      'attack/slow-disk',
    ],
    minutes: 7,
    concerns: ['src/main/', 'attack/'],
  },
  {
    name: 'attacks by links and by git',
    tests: ['--project', 'deep', 'attack/links', 'attack/git'],
    minutes: 5,
    concerns: ['src/main/adapters/', 'attack/'],
  },
  {
    name: 'attacks on the page',
    tests: ['--project', 'deep', 'attack/card', 'attack/page', 'attack/model-output'],
    minutes: 8,
    concerns: ['src/client/', 'src/renderer/', 'attack/'],
  },
  {
    name: 'disks, processes and sockets at length',
    tests: ['--project', 'deep', 'src/', 'scripts/'],
    minutes: 10,
    concerns: ['src/main/adapters/', 'src/main/hosts/', 'scripts/'],
  },
  {
    name: 'variants of which the quick tests try some',
    tests: ['--project', 'real', 'src/'],
    minutes: 7,
    concerns: ['src/main/adapters/', 'src/main/hosts/'],
  },
  {
    name: 'figures of Stop, of processes and of a second start',
    tests: ['--project', 'alone'],
    minutes: 6,
    concerns: ['src/main/', 'e2e/'],
  },
  {
    name: 'the other situations in the browser',
    tests: ['--project', 'deep', 'e2e/'],
    minutes: 9,
    concerns: ['src/client/', 'src/renderer/', 'src/main/hosts/', 'e2e/'],
  },
  {
    name: 'a kill of the host after each of 200 events',
    tests: ['--project', 'deep', 'attack/every-event'],
    minutes: 15,
    concerns: ['src/main/runtime/', 'src/main/adapters/sqlite/'],
  },
  {
    name: 'a thousand kills of a host',
    tests: ['--project', 'deep', 'attack/kills'],
    minutes: 25,
    concerns: ['src/main/adapters/sandbox/'],
  },
]

/** Sorts parts that concern a change to the front. */
export function inOrder(changed: readonly string[]): readonly DeepPart[] {
  const isConcerned = ({ concerns }: DeepPart): boolean =>
    changed.some((path) => concerns.some((each) => path.startsWith(each)))
  return [...DEEP_PARTS.filter(isConcerned), ...DEEP_PARTS.filter((part) => !isConcerned(part))]
}
