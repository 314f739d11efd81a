import type { FrameSize } from '../../video/video-painter.ts'

/** The shape of most phones, until the phone tells its own. */
const usual: FrameSize = { width: 360, height: 640 }

/** The size in a phone's resolution (`360x640`), so that nothing moves when the video comes. */
export function sizeOfResolution(resolution: string | undefined): FrameSize {
  const [width, height] = (resolution ?? '').split('x').map(Number)
  return width && height ? { width, height } : usual
}
