import { expect, test } from 'vitest'
import { readDeviceList } from '../../agent/adb-device-list.ts'

/** As adb prints them. */
const list = `0a1b2c3d               device usb:1-1.2 product:oriole model:Pixel_6 device:oriole transport_id:4
10.0.0.7:5555          device product:pd_0001 model:Pixel_6 device:pd0001 transport_id:12
10.0.0.8:5555          offline transport_id:13
4e5f6a7b               unauthorized usb:1-1.3 transport_id:14
8c9d0e1f               no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-1.4 transport_id:15
2a3b4c5d               no permissions usb:1-1.5 transport_id:16
[fe80::1]:5555         authorizing transport_id:17
6e7f8a9b               recovery usb:1-2 product:oriole model:Pixel_6 device:oriole transport_id:18
`

test('every phone of adb’s list is read, whatever its state', () => {
  expect(readDeviceList(list).map(({ serial, state, transportId }) => [serial, state, Number(transportId)])).toEqual([
    ['0a1b2c3d', 'device', 4],
    ['10.0.0.7:5555', 'device', 12],
    ['10.0.0.8:5555', 'offline', 13],
    ['4e5f6a7b', 'unauthorized', 14],
    ['8c9d0e1f', 'no permissions', 15],
    ['2a3b4c5d', 'no permissions', 16],
    ['[fe80::1]:5555', 'authorizing', 17],
    ['6e7f8a9b', 'recovery', 18],
  ])
})

test('a serial number may have blanks in it', () => {
  const blanks = `adb-4c753791-lL2him (2)._adb-tls-connect._tcp device product:oriole model:Pixel_6 device:oriole transport_id:21
(no serial number)     device usb:1-1.6 product:oriole model:Pixel_6 device:oriole transport_id:22
(no serial number)     no permissions usb:1-1.7 transport_id:23
0a1b                   fancy usb:1-1.8 transport_id:24
`
  expect(readDeviceList(blanks).map(({ serial, state, path, model }) => [serial, state, path, model])).toEqual([
    ['adb-4c753791-lL2him (2)._adb-tls-connect._tcp', 'device', undefined, 'Pixel_6'],
    ['(no serial number)', 'device', 'usb:1-1.6', 'Pixel_6'],
    ['(no serial number)', 'no permissions', 'usb:1-1.7', undefined],
    ['0a1b', 'fancy', 'usb:1-1.8', undefined],
  ])
})

test('what adb knows of a phone comes along', () => {
  const [usb, , offline] = readDeviceList(list)
  expect(usb).toMatchObject({ product: 'oriole', model: 'Pixel_6', device: 'oriole' })
  expect(offline).toMatchObject({ product: undefined, model: undefined, device: undefined })
})

test('an empty list has no phones', () => {
  expect(readDeviceList('')).toEqual([])
})

test('a list without transports is refused: it comes from an adb that is too old', () => {
  expect(() => readDeviceList('0a1b2c3d device usb:1-1.2 product:oriole')).toThrow('0a1b2c3d')
})
