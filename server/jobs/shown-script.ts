import { partsOfScript, secretMask } from '../../domain/jobs.ts'
import { maskedCommand } from '../log/masked-command.ts'
import type { Schemas } from '../http/contract.ts'

/** Parameters that are shown at most. */
const maxParameters = 100
/** Of a script, what is looked at for its text, in characters; less of it is shown. */
const looked = 8_000

const isSecret = (name: string): boolean => maskedCommand(`${name}=x`) !== `${name}=x`

/** What a job runs, as those may read it who see the job: as in the operation log, nothing that looks like a secret. */
export function shownScript(script: string): Schemas['JobScript'] {
  const { parameters, body } = partsOfScript(script)
  return {
    parameters: parameters
      .slice(0, maxParameters)
      .map(({ name, value }) => ({ name, value: isSecret(name) ? secretMask : maskedCommand(value) })),
    text: maskedCommand(body.slice(0, looked)),
  }
}
