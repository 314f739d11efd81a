import type { MarketOptions } from '../../api/environments.ts'
import type { Member } from '../../api/people.ts'
import { proxyTypeChoices, type Choice, type Choices } from '../../../domain/import-values.ts'

const countryNames = ['zh-CN', 'en'].map((language) => new Intl.DisplayNames(language, { type: 'region' }))

/** What a region is called, with or without its country; its first name is what the console shows. */
function namesOf(shown: string, { name, country }: MarketOptions['regions'][number]): string[] {
  const countries = [country, ...countryNames.map((names) => names.of(country) ?? '')]
  return [shown, shown.replace(`${country} `, ''), name, `${country} ${name}`, ...countries]
}

const named = (value: string): Choice => ({ value, names: [value] })

/** What the values of a file can stand for. */
export function choicesOf(
  { regions, groups, members }: MarketOptions,
  me: Member,
  shownAs: (code: string) => string,
): Choices {
  const people = members.length > 0 ? members : [me]
  return {
    region: regions.map((region) => ({ value: region.code, names: namesOf(shownAs(region.code), region) })),
    groups: groups.map(({ name }) => named(name)),
    owner: people.map(({ user_name }) => named(user_name)),
    proxy_type: proxyTypeChoices,
  }
}
