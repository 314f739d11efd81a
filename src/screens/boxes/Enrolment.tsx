import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { Box, BoxQuery, BoxToken } from '../../api/boxes.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { Stage } from '../lists/list-definition.ts'
import { useCopy } from '../lists/use-copy.ts'
import { useLiveRow, type Resource } from '../lists/use-resource.ts'
import type { Boxes } from './box-columns.ts'
import styles from './Enrolment.module.css'

interface EnrolmentProps {
  token: BoxToken
  boxes: Resource<Box, BoxQuery>
  onClose: () => void
}

/** Shows a new token, this once, inside the command that starts the box's agent, and when the agent is there. */
function Enrolment({ token, boxes, onClose }: EnrolmentProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const box = useLiveRow(boxes.list, token.box.id)
  const command = enrolmentCommand(token)
  const version = box?.online === true ? box.agent_version : null
  return (
    <Dialog
      isOpen
      title={t('boxes.enrolment.title', { name: token.box.name })}
      className={styles.dialog}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
      isCloseButtonShown={false}
    >
      <DialogBody className={styles.body}>
        <Callout intent="warning">{t('boxes.enrolment.once')}</Callout>
        <p>{t('boxes.enrolment.steps')}</p>
        <div className={styles.command}>
          <code aria-label={t('boxes.enrolment.command')}>{command}</code>
          <Button icon={<Duplicate />} text={t('boxes.enrolment.copy')} onClick={() => void copy(command)} />
        </div>
        <p className={styles.hint}>{t('boxes.enrolment.adb')}</p>
        <p role="status">
          <StatusTag
            tone={version === null ? 'busy' : 'ok'}
            text={version === null ? t('boxes.enrolment.waiting') : t('boxes.enrolment.arrived', { version })}
          />
        </p>
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text={t('boxes.enrolment.done')} onClick={onClose} />} />
    </Dialog>
  )
}

/** What an operator types to start a box's agent with its token. */
const enrolmentCommand = ({ server_url, enrolment_token }: BoxToken): string =>
  `PHONEDECK_URL=${server_url} ENROLMENT_TOKEN=${enrolment_token} node_modules/.bin/node agent/main.ts`

/** Shows a box's new token in front of its list. */
export const enrol =
  ({ show, list }: Stage<Boxes>) =>
  (token: BoxToken): void => {
    show('enrolment', ({ list, close }) => <Enrolment token={token} boxes={list} onClose={close} />)
    list.refresh()
  }
