import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Command } from './support/command.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { expectNone, uniqueSleep } from './support/unique-sleep.ts'

let model: FakeModelServer
let repository: string

beforeEach(async () => {
  model = await startFakeModelServer()
  repository = freshFolder('repository')
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=me', '-c', 'user.email=me@me', ...args], {
      cwd: repository,
    })
  }
  git('init', '-q')
  writeFileSync(join(repository, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  writeFileSync(join(repository, 'a.txt'), 'two\n')
})
afterEach(() => model.close())

function phoenix(args: readonly string[], path?: string): Command {
  const environment = {
    ANTHROPIC_API_KEY: model.key,
    ANTHROPIC_BASE_URL: model.url,
    ...(path !== undefined && { PATH: path }),
  }
  return new Command([...args, '--folder', repository], {
    dataFolder: freshFolder('data'),
    environment,
  })
}

const said = (): string => JSON.stringify(model.requests[0]?.body['messages'])

test('a run starts from the current changes, and no program of the repository runs for it', async () => {
  const mark = join(freshFolder('mark'), 'ran')
  const program = join(repository, 'planted')
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`)
  chmodSync(program, 0o755)
  for (const name of ['diff.external', 'core.pager', 'core.fsmonitor'])
    execFileSync('git', ['config', name, program], { cwd: repository })
  model.enqueue(message([text('Fine.')]))
  const command = phoenix(['run', '--from-diff', 'HEAD'])
  expect([await command.left, command.out]).toEqual([0, 'Fine.\n'])
  expect(said()).toContain('Review this diff')
  expect(said()).toContain(String.raw`-one\n+two`)
  expect(existsSync(mark)).toBe(false)
})

test('a run starts from an issue fetched by gh; without gh a sentence says how to get it', async () => {
  const folder = freshFolder('programs')
  const programs = dirname(process.execPath)
  const issue = { number: 7, title: 'It hangs', body: 'Often.', state: 'OPEN', url: 'https://u/7' }
  mkdirSync(join(folder, 'bin'))
  const gh = join(folder, 'bin/gh')
  writeFileSync(gh, `#!/bin/sh\necho '${JSON.stringify(issue)}'\n`)
  chmodSync(gh, 0o755)
  model.enqueue(message([text('Mended.')]))
  const command = phoenix(
    ['run', '--from-issue', '7', 'Find', 'the', 'cause'],
    `${folder}/bin:/usr/bin:/bin`,
  )
  expect([await command.left, command.out]).toEqual([0, 'Mended.\n'])
  expect(said()).toContain(String.raw`Find the cause\n\nIssue 7 (open), https://u/7.`)

  const sleep = uniqueSleep()
  writeFileSync(gh, `#!/bin/sh\nexec ${sleep}\n`)
  const stopped = phoenix(['run', '--from-issue', '7'], `${folder}/bin:/usr/bin:/bin`)
  await expect.poll(() => processesWith(sleep)).not.toEqual([])
  stopped.child.kill('SIGTERM')
  expect(await stopped.left).toBe(143)
  await expectNone(sleep)

  const without = phoenix(['run', '--from-issue', '7'], programs)
  expect(await without.left).toBe(2)
  expect(without.err).toContain('https://cli.github.com')
  expect(model.requests).toHaveLength(1)
})
