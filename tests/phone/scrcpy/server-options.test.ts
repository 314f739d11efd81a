import { ScrcpyOptions3_3_3 } from '@yume-chan/scrcpy'
import { describe, expect, it } from 'vitest'
import { InvalidOption, parseServerOptions } from '../../../phone/scrcpy/server-options.ts'
import { videoSize } from '../../../phone/scrcpy/video-size.ts'
import { fc } from '../../support/properties.ts'

describe('the options', () => {
  it('have the defaults of scrcpy 3.3.3', () => {
    expect(parseServerOptions(['3.3.3'])).toMatchObject({
      scid: -1,
      video: true,
      audio: true,
      control: true,
      tunnelForward: false,
      videoCodec: 'h264',
      maxSize: 0,
      maxFps: 0,
      clipboardAutosync: true,
      sendDummyByte: true,
      sendDeviceMeta: true,
      sendCodecMeta: true,
      sendFrameMeta: true,
    })
  })

  it('are read from key=value pairs', () => {
    const args = ['3.3.3', 'scid=7f00abcd', 'max_size=1023', 'max_fps=7.5', 'audio=false', 'tunnel_forward=TRUE']
    expect(parseServerOptions(args)).toMatchObject({
      scid: 0x7f00abcd,
      maxSize: 1016,
      maxFps: 7.5,
      audio: false,
      tunnelForward: true,
    })
  })

  it('leave out all that is not video in a raw stream', () => {
    expect(parseServerOptions(['3.3.3', 'raw_stream=true'])).toMatchObject({
      sendDummyByte: false,
      sendDeviceMeta: false,
      sendCodecMeta: false,
      sendFrameMeta: false,
    })
  })

  it('name those that this phone has not', () => {
    expect(parseServerOptions(['3.3.3', 'crop=100:100:0:0', 'show_touches=true']).ignored).toEqual(['crop'])
  })

  it.each([
    [[], 'Missing client version'],
    [['3.3.1'], 'The server version (3.3.3) does not match the client (3.3.1)'],
    [['3.3.3', 'video'], 'Invalid key=value pair: "video"'],
    [['3.3.3', 'scid=-2'], "scid may not be negative (except -1 for 'none'): -2"],
    [['3.3.3', 'scid=ffffffff'], 'For input string: "ffffffff" under radix 16'],
    [['3.3.3', 'max_size=big'], 'For input string: "big"'],
    [['3.3.3', 'max_fps=fast'], 'Invalid float value for max_fps: "fast"'],
    [['3.3.3', 'video_codec=vp9'], 'Video codec vp9 not supported'],
  ])('%j are refused: %s', (args, message) => {
    expect(() => parseServerOptions(args)).toThrow(message)
  })
})

describe('what the client’s library asks for', () => {
  it('is what the server reads', () => {
    fc.assert(
      fc.property(
        fc.record({
          video: fc.boolean(),
          audio: fc.boolean(),
          control: fc.boolean(),
          tunnelForward: fc.boolean(),
          maxSize: fc.nat(4_096).map((size) => size & ~7),
          maxFps: fc.nat(120),
          videoBitRate: fc.integer({ min: 1, max: 100_000_000 }),
          clipboardAutosync: fc.boolean(),
          powerOn: fc.boolean(),
          sendFrameMeta: fc.boolean(),
        }),
        (asked) => {
          const args = new ScrcpyOptions3_3_3(asked).serialize()
          expect(parseServerOptions(['3.3.3', ...args])).toMatchObject({ ...asked, ignored: [] })
        },
      ),
    )
  })
})

it('any arguments are options or an InvalidOption', () => {
  const key = fc.constantFrom('scid', 'max_size', 'max_fps', 'video_codec', 'log_level', '__proto__', 'constructor')
  const argument = fc.oneof(
    fc.string(),
    fc.tuple(key, fc.string()).map((parts) => parts.join('=')),
  )
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 10 }), (args) => {
      try {
        parseServerOptions(['3.3.3', ...args])
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidOption)
      }
    }),
  )
})

describe('the video of a screen', () => {
  it.each([
    ['is as large as the screen', 360, 640, 0, 360, 640],
    ['is rounded to multiples of 8', 361, 641, 0, 360, 640],
    ['is limited on its longer side', 1080, 2400, 1024, 464, 1024],
    ['is limited on its longer side when turned', 2400, 1080, 1024, 1024, 464],
    ['is not enlarged', 360, 640, 1024, 360, 640],
  ])('%s', (_words, width, height, maxSize, videoWidth, videoHeight) => {
    expect(videoSize({ width, height }, maxSize)).toEqual({ width: videoWidth, height: videoHeight })
  })
})
