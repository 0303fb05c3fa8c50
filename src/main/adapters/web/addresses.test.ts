import { expect, test } from 'vitest'
import { type AddressKind, kindOfAddress, kindOfHost } from './addresses.ts'

const ADDRESSES: Readonly<Record<AddressKind, readonly string[]>> = {
  public: [
    '93.184.215.14',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ],
  private: [
    '127.0.0.1',
    '127.9.9.9',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',

    '::ffff:0:10.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
  ],
  never: [
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.1',
    '100.100.100.200',
    '168.63.129.16',

    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '64:ff9b:1::1',

    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    'fd00:ec2::254',
    '100::1',
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
  ],
}

test.each(Object.entries(ADDRESSES))('an address is %s, in every notation', (kind, all) => {
  for (const address of all) expect(kindOfAddress(address), address).toBe(kind)
})

test.each([
  ['example.com', 'public'],
  ['localhost.example.com', 'public'],
  ['2606:4700::1111', 'public'],
  ['localhost', 'private'],
  ['LOCALHOST', 'private'],
  ['localhost.', 'private'],
  ['api.localhost', 'private'],
  ['printer', 'private'],
  ['nas.local', 'private'],
  ['git.internal', 'private'],
  ['127.1', 'private'],
  ['2130706433', 'private'],
  ['0177.0.0.1', 'private'],
  ['0x7f.0.0.1', 'private'],
  ['１２７.0.0.1', 'private'],
  ['::ffff:127.0.0.1', 'private'],
  ['169.254.169.254', 'never'],
  ['0xa9fea9fe', 'never'],
  ['metadata.google.internal', 'never'],
  ['0', 'never'],
])('the host %s is %s after URL parsing', (host, kind) => {
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}/`)
  expect(kindOfHost(url.hostname)).toBe(kind)
})
