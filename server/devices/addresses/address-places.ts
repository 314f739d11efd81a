import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { addressKind } from '../../../domain/address-kind.ts'
import { AddressDatabase } from './address-database.ts'

/** Where an address is, as far as that is known. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Who provides it, in its own words. */
  isp: string | null
}

interface Databases {
  /** Files of one's own; undefined where ours serve. */
  countryDatabase: string | undefined
  providerDatabase: string | undefined
}

const nowhere: Place = { country: null, isp: null }
/** Of a provider's name; nobody's is longer. */
const maxNameLength = 120
/** Addresses whose place is remembered; looking for those of a page takes a seventh of it. */
const maxKnown = 20_000

const bundledCountries = (): string =>
  createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
const bundledProviders = (): string => fileURLToPath(new URL('providers.mmdb.br', import.meta.url))

const fieldOf = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined

/** Databases name the country in one of two ways. */
function countryIn(record: unknown): string | null {
  const code = fieldOf(record, 'country_code') ?? fieldOf(fieldOf(record, 'country'), 'iso_code')
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}

/** The provider where a database tells it apart from the network's owner, else that. */
function providerIn(record: unknown): string | null {
  const names = ['isp', 'autonomous_system_organization', 'as_name'].map((name) => fieldOf(record, name))
  const name = names.find((each) => typeof each === 'string' && each !== '')
  return typeof name === 'string' ? name.slice(0, maxNameLength) : null
}

/** Tells country and provider of addresses. Neither is stored: a newer database speaks for old rows as well. */
export class AddressPlaces {
  readonly #countries: AddressDatabase
  readonly #providers: AddressDatabase
  /** Neither database is read again while a server runs. */
  readonly #known = new Map<string, Place>()

  constructor({ countryDatabase, providerDatabase }: Databases, log: Pick<FastifyBaseLogger, 'warn'>) {
    const open = (variable: string, file: string | undefined, bundled: () => string) =>
      new AddressDatabase(
        () => file ?? bundled(),
        (err) => log.warn({ err, file }, `${variable}: addresses are shown without it`),
      )
    this.#countries = open('COUNTRY_DATABASE', countryDatabase, bundledCountries)
    this.#providers = open('PROVIDER_DATABASE', providerDatabase, bundledProviders)
  }

  of(address: string | null): Place {
    if (address === null) return nowhere
    const known = this.#known.get(address)
    if (known !== undefined) return known
    const place = this.#find(address)
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(address, place)
    return place
  }

  #find(address: string): Place {
    // Databases do tell countries of private and reserved addresses: those of whoever set them aside.
    if (addressKind(address) !== 'public') return nowhere
    return { country: countryIn(this.#countries.find(address)), isp: providerIn(this.#providers.find(address)) }
  }
}
