import { homedir, userInfo } from 'node:os'
import { expect, test, vi } from 'vitest'
import { accountHome } from './account-home.ts'

vi.mock('node:os', { spy: true })

function unknown(): never {
  throw new Error('uv_os_homedir returned ENOENT')
}

test.each(['', 'relative', '.'])('a HOME of “%s” is not the current folder', (home) => {
  vi.mocked(homedir).mockReturnValueOnce(home)
  expect(accountHome()).toBe(userInfo().homedir)
})

test('an account that the system does not know has the root of the disk', () => {
  vi.mocked(homedir).mockImplementationOnce(unknown)
  vi.mocked(userInfo).mockImplementationOnce(unknown)
  expect(accountHome()).toMatch(/^(?:\/|[A-Z]:\\)$/)
})
