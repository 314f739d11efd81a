import type { PhoneScreen } from '../screen/phone-screen.ts'
import type { ServerOptions } from './server-options.ts'

export const encoderName = 'c2.android.avc.encoder'

/** What the `list_*` options ask for, in the words of scrcpy's server; clients parse these lines. */
export function listings(options: ServerOptions, screen: PhoneScreen): string[] {
  const listed: string[] = []
  if (options.listEncoders) {
    const encoder = `    --video-codec=h264 --video-encoder=${encoderName}`.padEnd(74)
    listed.push(`List of video encoders:\n${encoder} (sw)`, 'List of audio encoders:')
  }
  if (options.listDisplays) {
    listed.push(`List of displays:\n    --display-id=0    (${screen.width}x${screen.height})`)
  }
  if (options.listCameras) listed.push('List of cameras:\n    (none)')
  if (options.listApps) {
    const apps = screen.apps.map((app) => ` - ${app.title.padEnd(30)} ${app.packageName}`)
    listed.push(`List of apps:\n${apps.join('\n')}`)
  }
  return listed
}
