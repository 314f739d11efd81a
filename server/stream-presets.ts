import type { Schemas } from './contract.ts'

const balanced = { name: 'balanced', max_size: 1_280, fps: 30, bitrate: 4_000_000 }

/** The picture settings on offer, from the lightest on. */
export const streamPresets: Schemas['StreamPreset'][] = [
  { name: 'economical', max_size: 640, fps: 15, bitrate: 1_000_000 },
  balanced,
  { name: 'sharp', max_size: 0, fps: 60, bitrate: 8_000_000 },
]

export const defaultPreset = balanced
