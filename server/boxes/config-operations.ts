import type { Operation } from '../http/contract.ts'
import { usualQuality } from '../../domain/stream-protocol.ts'
import { streamPresets } from '../devices/stream-presets.ts'

export const configStream: Operation<'configStream'> = async () => ({
  presets: streamPresets,
  default_preset: usualQuality,
})

export const configRegion: Operation<'configRegion'> = async ({ store }) => ({ items: await store.regions.list() })
