import { describe, expect, test } from 'vitest'
import { addressKind } from '../../domain/address-kind.ts'

describe('an address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '223.255.255.255', '198.20.0.1', '192.0.1.1'])(
    '%s is everybody’s',
    (address) => expect(addressKind(address)).toBe('public'),
  )
  test.each(['2001:4860:4860::8888', '2606:4700:4700::1111', '2400:3200::1', '2A00:1450:4001:80B:0:0:0:200E'])(
    '%s is everybody’s',
    (address) => expect(addressKind(address)).toBe('public'),
  )
  test.each(['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.9.9', '127.0.0.1'])(
    '%s is of a network’s inside',
    (address) => expect(addressKind(address)).toBe('private'),
  )
  test.each(['169.254.1.1', 'fd12:3456::1', 'fe80::1', 'febf::1', '::1'])('%s is of a network’s inside', (address) =>
    expect(addressKind(address)).toBe('private'),
  )
  test.each(['203.0.113.7', '198.51.100.1', '192.0.2.1', '198.19.0.1', '224.0.0.1', '255.255.255.255', '0.0.0.0'])(
    '%s is set aside',
    (address) => expect(addressKind(address)).toBe('reserved'),
  )
  test.each(['2001:db8::1', '2001::1', '2002:808:808::1', '3fff:1::1', 'ff02::1', '::', '64:ff9b::8.8.8.8'])(
    '%s is set aside',
    (address) => expect(addressKind(address)).toBe('reserved'),
  )
})

test.each([
  '',
  ' ',
  'unknown',
  '8.8.8',
  '8.8.8.8.8',
  '8.8.8.256',
  '8.8.8.-1',
  '8.8.8.8 ',
  '0x8.8.8.8',
  '1:2:3:4:5:6:7',
])('“%s” is no address', (text) => expect(addressKind(text)).toBeUndefined())
test.each([
  ':',
  ':::',
  '1::2::3',
  '2001:db8::12345',
  '2001:db8::g',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '::8.8.8',
])('“%s” is no address', (text) => expect(addressKind(text)).toBeUndefined())
