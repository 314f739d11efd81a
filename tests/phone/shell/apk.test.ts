import { describe, expect, it } from 'vitest'
import { readApk } from '../../../phone/system/apk.ts'
import { makeApk, makeZip } from './apk-under-test.ts'
import { fc } from '../../support/properties.ts'

describe('the manifest of an APK', () => {
  it.each([true, false])('is read (UTF-8 strings: %s)', (utf8) => {
    const manifest = { name: 'com.example.app', versionCode: 42, versionName: '4.2' }
    expect(readApk(makeApk('com.example.app', 42, '4.2', utf8))).toEqual(manifest)
  })

  it.each(['../../evil', 'no-dots', 'a.b/c', ''])('is refused when the package is called %j', (name) => {
    expect(readApk(makeApk(name, 1, '1'))).toBeUndefined()
  })

  it('is missing in other zips and in other files', () => {
    expect(readApk(makeZip('readme.txt', Buffer.from('x')))).toBeUndefined()
    expect(readApk(makeZip('AndroidManifest.xml', Buffer.from('<manifest/>')))).toBeUndefined()
    expect(readApk(Buffer.from('PK'))).toBeUndefined()
    expect(readApk(makeZip('AndroidManifest.xml', Buffer.alloc(8 * 1024 * 1024)))).toBeUndefined()
  })

  it('of a damaged APK is refused without an exception', () => {
    const apk = makeApk('com.example.app', 1, '1')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(apk.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const damaged = Buffer.from(apk)
          for (const [place, byte] of changes) damaged[place] = byte
          readApk(damaged)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
