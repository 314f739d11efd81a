import type { StreamSettings } from '../../domain/box-protocol.ts'
import { pictureQualities, type PictureQuality } from '../../domain/stream-protocol.ts'
import type { Schemas } from '../http/contract.ts'

const presets: Record<PictureQuality, StreamSettings> = {
  thumbnail: { max_size: 320, fps: 8, bitrate: 400_000 },
  economical: { max_size: 640, fps: 15, bitrate: 1_000_000 },
  balanced: { max_size: 1_280, fps: 30, bitrate: 4_000_000 },
  sharp: { max_size: 0, fps: 60, bitrate: 8_000_000 },
}

export const presetOf = (quality: PictureQuality): StreamSettings => presets[quality]

/** The picture settings on offer, from the lightest on. */
export const streamPresets: Schemas['StreamPreset'][] = pictureQualities.map((name) => ({ name, ...presets[name] }))
