import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshFolder } from './support/host.ts'

const ROOT = resolve(import.meta.dirname, '..')
const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

async function outOf(
  program: string,
  args: readonly string[],
  { cwd, prefix }: { readonly cwd: string; readonly prefix: string },
): Promise<string> {
  const env = { ...process.env, npm_config_prefix: prefix, npm_config_offline: 'true' }
  const { stdout } = await promisify(execFile)(program, args, { cwd, env, timeout: 60_000 })
  return stdout
}

test('npm link installs the command and its man page; npx runs the command in a checkout', async () => {
  const prefix = freshFolder('prefix')
  await outOf('npm', ['link', '--no-audit', '--no-fund'], { cwd: ROOT, prefix })
  const elsewhere = { cwd: freshFolder('elsewhere'), prefix }
  expect(await outOf(join(prefix, 'bin', name), ['--version'], elsewhere)).toBe(
    `${name} ${version}\n`,
  )
  const page = readFileSync(join(prefix, 'share/man/man1/phoenix.1'), 'utf8')
  expect(page).toContain('.TH')
  const checkout = { cwd: ROOT, prefix }
  expect(await outOf('npx', [name, '--version'], checkout)).toBe(`${name} ${version}\n`)
})
