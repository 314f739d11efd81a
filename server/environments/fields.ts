import type { Proxy } from '../../domain/environments.ts'
import { seal } from '../store/sealed.ts'
import type { Schemas } from '../http/contract.ts'
import { wrongLanguage, wrongOwner, wrongRegion, wrongTimezone, type Surroundings } from './rules.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { invalidFields } from '../http/refusal.ts'
import type { EnvironmentChange, NewEnvironment } from '../store/environments.ts'
import type { TeamMember } from '../store/team.ts'

type ProxyInput = Schemas['ProxyInput']

/** What a call says of an environment, as the contract has it. */
export interface EnvironmentFields {
  name?: string | undefined
  account?: string | undefined
  owner_id?: number | undefined
  tags?: number[] | undefined
  region?: string | undefined
  proxy?: ProxyInput | null | undefined
  timezone?: string | undefined
  language?: string | undefined
  note?: string | undefined
}

const plainProxy = ({ type, host, port, user_name = '' }: ProxyInput): Proxy => ({ type, host, port, user_name })

/** A proxy as two columns; an absent password leaves the one there is. */
function proxyColumns(
  proxy: ProxyInput | null,
  secret: Uint8Array,
): Pick<EnvironmentChange, 'proxy' | 'proxy_password'> {
  if (proxy === null) return { proxy: null, proxy_password: null }
  const { password } = proxy
  if (password === undefined) return { proxy: plainProxy(proxy) }
  return { proxy: plainProxy(proxy), proxy_password: password === '' ? null : seal(secret, password) }
}

export const ownerColumns = ({ id, path }: Pick<TeamMember, 'id' | 'path'>) => ({ owner_id: id, owner_path: path })

/** What is wrong with the groups; undefined where all of them are the team's. */
export const wrongTags = (tags: readonly number[], { groups }: Pick<Surroundings, 'groups'>): Reason | undefined =>
  tags.every((id) => groups.has(id)) ? undefined : reason('environments.reason.noSuchGroup')

/** The columns that a call's fields become; refuses with what is wrong, field by field. */
export function columnsOf(fields: EnvironmentFields, around: Surroundings, secret: Uint8Array): EnvironmentChange {
  const { name, account, owner_id, tags, region, proxy, timezone, language, note } = fields
  const owner = owner_id === undefined ? undefined : around.members.find(({ id }) => id === owner_id)
  const problems: Record<string, Reason | undefined> = {
    owner_id: owner_id === undefined ? undefined : wrongOwner(owner, around.market),
    tags: tags && wrongTags(tags, around),
    region: region === undefined ? undefined : wrongRegion(region, around),
    timezone: timezone === undefined ? undefined : wrongTimezone(timezone),
    language: language === undefined ? undefined : wrongLanguage(language),
  }
  const wrong = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, problem] as const] : []))
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong))
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(account !== undefined && { account: account.trim() }),
    ...(owner !== undefined && ownerColumns(owner)),
    ...(tags !== undefined && { tags }),
    ...(region !== undefined && { region }),
    ...(proxy !== undefined && proxyColumns(proxy, secret)),
    ...(timezone !== undefined && { timezone }),
    ...(language !== undefined && { language }),
    ...(note !== undefined && { note }),
  }
}

/** A new environment of the caller, but for what the columns say. */
export function newEnvironment(around: Surroundings, columns: EnvironmentChange & { name: string }): NewEnvironment {
  return {
    market: around.market,
    manager_id: around.managerId,
    ...ownerColumns(around.caller),
    account: '',
    tags: [],
    region: '',
    proxy: null,
    proxy_password: null,
    timezone: '',
    language: '',
    note: '',
    ...columns,
  }
}
