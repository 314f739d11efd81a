import { randomBytes } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { commandsTopic } from '../../domain/box-protocol.ts'
import { boxPassword } from '../broker/box-passwords.ts'
import { enrolmentHash } from './credentials.ts'
import { defineOperations } from '../http/contract.ts'
import { boxUserName, clientIdPrefix } from '../broker/access.ts'
import { Refusal } from '../http/refusal.ts'
import { brokerUrl } from '../http/server-url.ts'
import { reason } from '../../texts/reason.ts'

export const enrolmentOperations = defineOperations(({ secret }: { secret: Uint8Array }) => ({
  /** Trades a box's enrolment token for broker credentials, which last as long as the token. */
  boxEnrol: async ({ body, client, store, log }) => {
    const box = await store.boxes.byEnrolmentHash(enrolmentHash(body.enrolment_token))
    const password = box && boxPassword(secret, box)
    if (box === undefined || password === undefined)
      throw new Refusal(codes.illegalToken, reason('boxes.reason.wrongEnrolment'))
    log.info({ box_id: box.id, agent_version: body.agent_version }, 'an agent has enrolled')
    const userName = boxUserName(box.id)
    return {
      box_id: box.id,
      name: box.name,
      mqtt_config: {
        // The agent beside the server needs no detour over the public address.
        broker_url: brokerUrl(box.embedded ? client.dialledUrl : client.serverUrl),
        user_name: userName,
        password,
        client_id: `${clientIdPrefix(userName)}${randomBytes(6).toString('hex')}`,
        topic: commandsTopic(box.id),
      },
    }
  },
}))
