import { expect, test } from 'vitest'
import { ScrcpyServer } from '../../agent/scrcpy-server.ts'
import { scrcpyServer } from '../../phone/scrcpy/scrcpy-server.ts'
import { makePhone } from '../phone/screen/test-phone.ts'
import { loopbackAdb } from '../phone/scrcpy/loopback-adb.ts'

test('encoders are asked to hold no frame back, as MediaFormat calls that, and video comes', async () => {
  const phone = makePhone()
  const program = scrcpyServer(phone)
  const asked: string[] = []
  const adb = loopbackAdb({
    sockets: phone.sockets,
    program: (run) => {
      asked.push(...run.args)
      return program(run)
    },
  })
  const server = await ScrcpyServer.load(undefined)
  const connection = { address: 'loopback', adb, lost: new AbortController().signal, canReverse: true, drop: () => {} }
  const session = await server.start(connection, { max_size: 0, fps: 30, bitrate: 0 })
  const { value } = await session.video.stream.getReader().read()
  expect(value).toMatchObject({ type: 'configuration' })
  // key[:type]=value, with commas between; without a type it is an int.
  const [options = ''] = asked.flatMap((each) => /^video_codec_options=(.*)$/.exec(each)?.[1] ?? [])
  expect(Object.fromEntries(options.split(',').map((option) => option.split('=')))).toEqual({
    priority: '0',
    latency: '1',
  })
  session.close()
})
