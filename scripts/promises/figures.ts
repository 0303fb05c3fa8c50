import { seriesOf } from './promise.ts'

export const FIGURES = seriesOf(
  'row: figures',
  'Reliability and security promises with a figure that a test measures.',
  {
    'row 1':
      'Once faults stop, every conversation rests or asks a person within 10 minutes and 500 steps.',
    'row 2':
      'In the explored graph of the state machine, every wait has a live owner and leads to rest or to a person.',
    'row 3':
      'Silent streams end by deadline: first byte 60 s (10 min for a local endpoint), silence 90 s (300 s while thinking), each settable.',
    'row 4':
      'Retries are bounded and visible: at most 6 attempts, each wait at most 60 s, 5 min in all; none after a cancel.',
    'row 5':
      '1,000 cancels at random moments under load: 99 % take at most 50 ms and all at most 100 ms of the host, from frame to state event.',
    'row 6':
      'A cancelled process tree is gone within 100 ms (95 of 100), 500 ms at most, for 12 shapes of tree.',
    'row 7':
      'After each of 200 cancels the next turn starts within 50 ms (99 of 100; 250 ms at most), and the old abort signal does not touch its tools.',
    'row 8':
      'No acknowledged message is lost when the writing process is killed: 300 kills, 20,000 messages (`npm exec -- vitest run --mode deep --project deep src/main/adapters/sqlite/kill.deep.test.ts`).',
    'row 9':
      'No acknowledged message is lost in a power cut: of 1,000 torn or damaged journals each keeps every commit ahead of the damage, and the disk is asked to keep a message before it is acknowledged (`npm exec -- vitest run --mode deep --project deep torn-writes.deep failing-disk.deep`).',
    'row 10':
      '40 lives survive a crash at each of their writes, and another one during recovery (`npm exec -- vitest run --mode deep --project deep simulation/ -t "row 10"`).',
    'row 11':
      'Each statement of each write of sixteen lives fails once, before their last messages, on a disk that is full, busy, read-only or broken: nothing crashes, nothing acknowledged is lost, and it works again afterwards (`npm exec -- vitest run --mode deep --project deep simulation/ -t "row 11"`).',
    'row 12':
      'A migration from each format since the third, stopped or killed at any statement, leaves the old format or a new one; a newer database is refused untouched (`npm exec -- vitest run --mode deep --project deep migrating.deep`).',
    'row 13':
      'Of 30 damaged databases each opens, or is kept whole while its backup comes back (`npm exec -- vitest run --mode deep --project deep damaged-files.deep`); a rescue of 200 MB takes at most 5 s (`npm run bench rescue`).',
    'row 14':
      'A second start on the same data folder leaves within 2 s (19 of 20; 10 s at most) with a sentence that names the first, and writes nothing.',
    'row 15':
      'After any of 200 cuts in mid-stream a window shows what is on disk (`npm run test:deep -- --project deep e2e/line.deep.test.ts`).',
    'row 16':
      'A strict model of the provider accepts every request, and each request extends the one before.',
    'row 17':
      'None of at least 25 known error bodies with status 400 makes a conversation unusable.',
    'row 18': 'Stored thinking and sent thinking are the same text, also after a restart.',
    'row 19':
      'Any image becomes a copy of at most 1,568 px and 3.75 MB, or is refused; a request has at most 100 images and 30 MB.',
    'row 20': 'Each sub-agent has one outcome, none starts another, and none outlives its parent.',
    'row 21':
      'A command that prints 1 GB costs the host at most 100 MB of memory and delays its event loop by at most 20 ms (99 of 100; 250 ms at most); the model gets 32 KB of it and a window 256 KB.',
    'row 22': '500 tool runs leave no zombie, process or open file behind.',
    'row 23':
      'After a kill of the host its commands are gone: in a sandbox within 300 ms; otherwise, or after the next start if its guardian was killed too, within 1 s (95 of 100; 5 s at most).',
    'row 24':
      'A turn starts no request, call or sub-agent beyond its limits, and the journal of the database stays under 64 MB.',
    'row 25':
      'The loopback server refuses a matrix of 80 hostile requests before it reads their bodies.',
    'row 26':
      'No key or token in pages, addresses, logs, arguments, tool environments, files, telemetry, diagnostics or core dumps.',
    'row 27':
      'The Electron window follows the 20 points of the official security checklist, including all eight fuses.',
    'row 28':
      'Text from models, commands and servers runs no script, opens no dialog and reaches no other origin.',
    'row 29': 'No spelling of a path escapes: page server, Electron protocol and tools.',
    'row 30': 'Opening a hostile folder starts no process and reads none of its bait files.',
    'row 31':
      'The API key is stored encrypted, or kept as the person agreed to, and never reaches the page.',
    'row 32':
      'The event loop stays responsive while cancels, streams and large outputs run: no call of the database holds it for longer than 5 ms (99 of 100; 200 ms at most).',
    'row 33': 'The simulation is deterministic: the same seed leaves the same trace.',
    'row 34':
      '10,000 simulated lives in memory and 2,000 on real SQLite break no promise and reach every mark and state-event pair.',
    'row 35': 'The simulation finds every planted bug (`simulation/mutants/`).',
  },
)
