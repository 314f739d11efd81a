import { usualQuality } from '../../domain/stream-protocol.ts'
import { defineOperations } from '../http/contract.ts'
import { streamPresets } from '../devices/stream-presets.ts'

export const configOperations = defineOperations(() => ({
  configStream: async () => ({
    presets: streamPresets,
    default_preset: usualQuality,
  }),

  configRegion: async ({ store }) => ({ items: await store.regions.list() }),
}))
