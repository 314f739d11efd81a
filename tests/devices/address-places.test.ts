import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { AddressPlaces } from '../../server/devices/addresses/address-places.ts'

const bundled = { countryDatabase: undefined, providerDatabase: undefined }
const folder = mkdtempSync(join(tmpdir(), 'phonedeck-addresses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the databases that come along', () => {
  const warn = vi.fn<() => void>()
  const places = new AddressPlaces(bundled, { warn })

  test.each([
    ['8.8.8.8', 'US', 'Google LLC'],
    ['1.1.1.1', 'AU', 'Cloudflare, Inc.'],
    ['73.93.0.4', 'US', 'Comcast Cable Communications, LLC'],
    ['126.32.0.4', 'JP', 'SoftBank Corp.'],
    ['61.128.1.1', 'CN', 'Chinanet'],
    ['2001:4860:4860::8888', 'US', 'Google LLC'],
    ['2606:4700:4700::1111', 'US', 'Cloudflare, Inc.'],
    ['2408:8000::1', 'CN', 'CHINA UNICOM China169 Backbone'],
  ])('know that %s is in %s, of %s', (address, country, isp) => {
    expect(places.of(address)).toEqual({ country, isp })
  })

  test.each(['10.64.0.4', '192.168.1.1', '203.0.113.7', '127.0.0.1', 'fe80::1', '2001:db8::1', '::', 'rubbish', ''])(
    'know nothing of “%s”',
    (address) => expect(places.of(address)).toEqual({ country: null, isp: null }),
  )

  test('know nothing of a phone without an address', () => {
    expect(places.of(null)).toEqual({ country: null, isp: null })
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('a database of one’s own', () => {
  const broken = join(folder, 'broken.mmdb')
  writeFileSync(broken, 'this is no database')

  test.each([
    ['missing', join(folder, 'missing.mmdb')],
    ['broken', broken],
  ])('that is %s is told once, and the other one goes on', (_how, countryDatabase) => {
    const warn = vi.fn<(...logged: unknown[]) => void>()
    const places = new AddressPlaces({ ...bundled, countryDatabase }, { warn })
    expect(places.of('8.8.8.8')).toEqual({ country: null, isp: 'Google LLC' })
    expect(places.of('1.1.1.1')).toEqual({ country: null, isp: 'Cloudflare, Inc.' })
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ file: countryDatabase }),
      expect.stringContaining('COUNTRY_DATABASE'),
    )
  })

  test('is not opened before an address is asked for', () => {
    const warn = vi.fn<() => void>()
    const places = new AddressPlaces({ countryDatabase: broken, providerDatabase: broken }, { warn })
    expect(places.of('10.0.0.1')).toEqual({ country: null, isp: null })
    expect(warn).not.toHaveBeenCalled()
  })
})
