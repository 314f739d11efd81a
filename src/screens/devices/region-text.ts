import type { TFunction } from 'i18next'
import type { Region } from '../../api/devices.ts'
import { worded } from '../../ui/worded.ts'

/** A region as it is chosen: its country, and what people of the language call it. One of an installation's own has its name alone. */
const regionText = (t: TFunction, { code, country, name }: Region): string =>
  worded(t, `region ${code} ${name}`, () => `${country} ${t(`regions.${code as 'us-west'}`, { defaultValue: name })}`)

/** A region by its code, which is shown itself until regions are loaded. */
export function regionOf(t: TFunction, regions: readonly Region[], wanted: string): string {
  const region = regions.find(({ code }) => code === wanted)
  return region === undefined ? wanted : regionText(t, region)
}

/** What may be chosen where a region is asked for. */
export const regionOptions = (t: TFunction, regions: readonly Region[]): { value: string; text: string }[] =>
  regions.map((region) => ({ value: region.code, text: regionText(t, region) }))

/** What a region in a column may be called. */
export const regionTexts = (t: TFunction, regions: readonly Region[]): string[] =>
  regions.map((region) => regionText(t, region))
