/** What we use of pino-roll, which brings no types. */
declare module 'pino-roll' {
  import type { DestinationStream } from 'pino'

  export default function roll(options: {
    file: string
    extension: string
    size: string
    limit: { count: number; removeOtherLogFiles: boolean }
    symlink: boolean
  }): Promise<DestinationStream>
}
