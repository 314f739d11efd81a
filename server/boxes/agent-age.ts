import { readFileSync } from 'node:fs'
import { isOlder } from '../../domain/versions.ts'

// package.json has a version, as npm demands.
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Whether a box's agent is older than this server, and should be upgraded. */
export const isOutdated = (agentVersion: string | null): boolean =>
  agentVersion !== null && isOlder(agentVersion, version)
