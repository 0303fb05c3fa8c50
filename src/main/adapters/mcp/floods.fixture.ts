import process from 'node:process'

export function junk(): void {
  while (process.stdout.write(`${'x'.repeat(8_000)}\n`));
  process.stdout.once('drain', junk)
}

export function complain(): void {
  while (process.stderr.write(`${'y'.repeat(8_000)}\n`));
  process.stderr.once('drain', complain)
}

export function endless(): void {
  while (process.stdout.write('z'.repeat(64_000)));
  process.stdout.once('drain', endless)
}

/** Sends 200,000 messages in total; logs its progress. */
export function flood(token: unknown, from: number, done: () => void): void {
  for (let n = from; n < 200_000; n++) {
    if (n % 500 === 0) process.stderr.write(`sent ${n}\n`)
    const line = {
      method: 'notifications/progress',
      params: { progressToken: token, progress: n, message: 'm'.repeat(200) },
    }
    if (!process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`)) {
      process.stdout.once('drain', () => flood(token, n + 1, done))
      return
    }
  }
  done()
}
