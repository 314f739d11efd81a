/** The roles, from the platform's owner down to a team's member (SPEC §6; DESIGN, people). */
export const roles = ['admin', 'security', 'agent', 'manager', 'element'] as const

export type Role = (typeof roles)[number]

/** Admin and security see everything; everyone else sees itself and its subtree. */
export const seesEverything = (role: Role): boolean => role === 'admin' || role === 'security'

/** Security runs the platform and never touches a phone's screen (SPEC §6, remote operation). */
export const mayControlPhones = (role: Role): boolean => role !== 'security'

/** Who may set somebody's password can use the account and all its phones, which security does not. */
export const maySetPasswords = mayControlPhones

/** A team's member works with phones that others take care of (SPEC §6, devices). */
export const mayCareForPhones = (role: Role): boolean => role !== 'element'

/** Environments are a team's own (SPEC §6, marketplaces). */
export const mayOpenEnvironments = (role: Role): boolean => role === 'manager' || role === 'element'

/** Remote maintenance is the platform's own business (SPEC §6, open FRP). */
export const mayOpenTunnels = (role: Role): boolean => role === 'admin' || role === 'security'

/** The roles below this one, which it may create and look after (DESIGN, people). */
export const rolesBelow = (role: Role): readonly Role[] => roles.slice(roles.indexOf(role) + 1)

/** Who may stand right below whom: security and elements have nobody below. */
export const mayStandBelow = (role: Role, above: Role): boolean =>
  above !== 'security' && rolesBelow(above).includes(role)
