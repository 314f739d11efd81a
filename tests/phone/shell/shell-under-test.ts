import { CollectingSink, TextSource } from '../../../phone/shell/byte-stream.ts'
import { runSession } from '../../../phone/shell/session.ts'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { testPhone, type RecordingDisplay, type TestPhoneOptions } from '../adbd/phone-under-test.ts'

interface ShellResult {
  status: number
  stdout: string
  stderr: string
}

interface TestShell {
  phone: VirtualPhone<RecordingDisplay>
  run: (script: string | undefined, input?: string, signal?: AbortSignal) => Promise<ShellResult>
  /** What a script prints to stdout. */
  output: (script: string, input?: string) => Promise<string>
}

const LARGE = 64 * 1024 * 1024

/** A phone's shell without adb around it. */
export function testShell(options: TestPhoneOptions = {}): TestShell {
  const phone = testPhone(options)
  const run = async (script: string | undefined, input = '', signal = new AbortController().signal) => {
    const stdout = new CollectingSink(LARGE, () => new Error('too much output'))
    const stderr = new CollectingSink(LARGE, () => new Error('too much output'))
    const status = await runSession(script, { phone, env: {}, signal, stdin: new TextSource(input), stdout, stderr })
    return { status, stdout: stdout.bytes().toString(), stderr: stderr.bytes().toString() }
  }
  return { phone, run, output: async (script, input) => (await run(script, input)).stdout }
}
