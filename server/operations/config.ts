import type { Operation } from '../contract.ts'
import { defaultPreset, streamPresets } from '../stream-presets.ts'

export const configStream: Operation<'configStream'> = async () => ({
  presets: streamPresets,
  default_preset: defaultPreset.name,
})

export const configRegion: Operation<'configRegion'> = async ({ store }) => ({ items: await store.regions.list() })
