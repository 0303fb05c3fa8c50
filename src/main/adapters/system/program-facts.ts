import { release } from 'node:os'
import { VERSION } from '../../../shared/version.ts'

/** The versions of Phoenix and its components. `others`: facts from other modules. */
export function programFacts(
  others: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { chrome, electron, node } = process.versions as Partial<NodeJS.ProcessVersions>
  const facts = { phoenix: VERSION, node, electron, chrome }
  const known = Object.entries(facts).flatMap(([name, version]) =>
    version === undefined ? [] : [[name, version] as const],
  )
  const { arch, platform } = process
  return { ...Object.fromEntries(known), system: `${platform} ${release()} ${arch}`, ...others }
}

const PLATFORM_NAMES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS',
  linux: 'Linux',
  win32: 'Windows',
}

/** The platform as people call it: `Linux (x64)`. */
export function platformName(): string {
  const { arch, platform } = process
  return `${PLATFORM_NAMES[platform] ?? platform} (${arch})`
}
