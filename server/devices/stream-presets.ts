import type { StreamSettings } from '../../domain/box-protocol.ts'
import { videoQualities, type VideoQuality } from '../../domain/stream-protocol.ts'
import type { Schemas } from '../http/contract.ts'

const presets: Record<VideoQuality, StreamSettings> = {
  thumbnail: { max_size: 320, fps: 8, bitrate: 400_000 },
  economical: { max_size: 640, fps: 15, bitrate: 1_000_000 },
  balanced: { max_size: 1_280, fps: 30, bitrate: 4_000_000 },
  sharp: { max_size: 0, fps: 60, bitrate: 8_000_000 },
}

export const presetOf = (quality: VideoQuality): StreamSettings => presets[quality]

/** The video settings on offer, from the lightest on. */
export const streamPresets: Schemas['StreamPreset'][] = videoQualities.map((name) => ({ name, ...presets[name] }))
