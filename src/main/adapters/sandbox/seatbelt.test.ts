import { expect, test } from 'vitest'
import type { Profile } from './profile.ts'
import { seatbeltRules } from './seatbelt.ts'

const HOME = '/Users/me'
const FOLDER = `${HOME}/a "b"`
const OWN = `${HOME}/Library/Caches/Phoenix/x`

function profile(differs: Partial<Profile> = {}): Profile {
  return {
    folder: FOLDER,
    sandboxPolicy: { folder: 'writable', network: true },
    guarded: [
      { path: `${FOLDER}/.git`, as: 'writable' },
      { path: `${FOLDER}/.git/config`, as: 'readOnly' },
      { path: `${FOLDER}/.git/commondir`, as: 'readOnly' },
      { path: `${FOLDER}/.git/hooks`, as: 'emptyFolder' },
    ],
    hidden: [
      { path: `${HOME}/.ssh`, as: 'emptyFolder' },
      { path: `${HOME}/Library/Application Support/Phoenix`, as: 'emptyFolder' },
    ],
    secrets: [`${HOME}/.ssh`, `${HOME}/.netrc`],
    own: {
      root: OWN,
      emptyFolder: `${OWN}/empty`,
      emptyFile: `${OWN}/empty-file`,
      systemCalls: `${OWN}/system-calls`,
      forRun: () => ({ temp: `${OWN}/temp`, cache: `${OWN}/folders/y` }),
    },
    run: { temp: `${OWN}/temp`, cache: `${OWN}/folders/y` },
    ...differs,
  }
}

const READ_ONLY = { folder: 'readOnly', network: true } as const

/** Decides like Seatbelt: the last rule that matches. Knows only rules that name whole paths. */
function allows(rules: string, operation: string, path: string): boolean {
  const decides = rules.split('\n').findLast((rule) => {
    const [, operations = '', filter, place] =
      /^\((?:allow|deny) ([a-z*\- ]+?)(?: \((subpath|literal) ("(?:\\.|[^"])*")\))?\)$/.exec(
        rule,
      ) ?? []
    const isMeant = operations
      .split(' ')
      .some(
        (each) =>
          each === 'default' || (each !== '' && operation.startsWith(each.replace('*', ''))),
      )
    if (!isMeant || place === undefined) return isMeant
    const named = String(JSON.parse(place))
    return path === named || (filter === 'subpath' && path.startsWith(`${named}/`))
  })
  return decides?.startsWith('(allow') === true
}

function readable(rules: string, path: string): boolean {
  return allows(rules, 'file-read-data', path)
}

function writable(rules: string, path: string): boolean {
  return allows(rules, 'file-write-data', path)
}

function removable(rules: string, path: string): boolean {
  return allows(rules, 'file-write-unlink', path)
}

test('a Mac writes only in the folder, the temp folder and the caches', () => {
  const rules = seatbeltRules(profile())
  const open = [`${FOLDER}/x`, `${OWN}/temp/x`, `${OWN}/folders/y/x`]
  const shut = [`${HOME}/x`, '/private/tmp/x', '/dev/disk1', `${OWN}/folders/z/x`, `${FOLDER} x`]
  expect(open.filter((path) => writable(rules, path))).toEqual(open)
  expect(shut.filter((path) => writable(rules, path))).toEqual([])
})

test('what git runs can be neither written nor replaced, and a commit can be written', () => {
  const rules = seatbeltRules(profile())
  const git = `${FOLDER}/.git`
  const kept = ['hooks', 'hooks/x', 'config', 'commondir'].map((name) => `${git}/${name}`)
  expect(kept.filter((path) => writable(rules, path) || removable(rules, path))).toEqual([])
  expect(removable(rules, git)).toBe(false)
  expect(writable(rules, `${git}/index`) && removable(rules, `${git}/index`)).toBe(true)
})

test('secrets, the data folder and other caches can be neither read nor written', () => {
  const rules = seatbeltRules(profile({ folder: HOME, guarded: [] }))
  const data = `${HOME}/Library/Application Support/Phoenix`
  const shut = [`${HOME}/.ssh/id_rsa`, `${HOME}/.netrc`, `${data}/x`, `${OWN}/folders/z/x`]
  expect(shut.filter((path) => readable(rules, path) || writable(rules, path))).toEqual([])
  expect(readable(rules, `${OWN}/temp/x`) && writable(rules, `${HOME}/x`)).toBe(true)
  // Moved aside, it would no longer be at a path that a rule names.
  expect(removable(rules, `${HOME}/Library`)).toBe(false)
  expect(writable(rules, `${HOME}/Library/x`)).toBe(true)
})

test('a folder in a hidden place is visible, its neighbours are not', () => {
  const rules = seatbeltRules(profile({ folder: `${HOME}/.ssh/work`, guarded: [] }))
  expect(writable(rules, `${HOME}/.ssh/work/x`)).toBe(true)
  expect(readable(rules, `${HOME}/.ssh/id_rsa`)).toBe(false)
})

test('a read-only conversation writes nothing in its folder, and one without network reaches none', () => {
  const sandboxPolicy = { folder: 'readOnly', network: false } as const
  const rules = seatbeltRules(profile({ sandboxPolicy, guarded: [] }))
  expect(writable(rules, `${FOLDER}/x`)).toBe(false)
  expect(readable(rules, `${FOLDER}/x`)).toBe(true)
  const inHome = seatbeltRules(profile({ sandboxPolicy: READ_ONLY, folder: HOME, guarded: [] }))
  expect(writable(inHome, `${HOME}/Library/x`)).toBe(false)
  expect(rules.split('\n').at(-1)).toBe('(deny network*)')
  expect(seatbeltRules(profile())).not.toContain('(deny network*)')
})

test('signals reach only processes under the same rules', () => {
  const rules = seatbeltRules(profile())
  const [deny, allow] = ['(deny signal)', '(allow signal (target same-sandbox))']
  expect(rules.indexOf(deny)).toBeGreaterThan(0)
  expect(rules.indexOf(allow)).toBeGreaterThan(rules.indexOf(deny))
})

test('neither the keychain nor a program outside can be asked to act', () => {
  const rules = seatbeltRules(profile())
  expect(rules).toContain('(deny lsopen)')
  expect(rules).toMatch(/deny mach-lookup .*com\.apple\.SecurityServer/)
})
