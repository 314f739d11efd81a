import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { operatedQualities, type QualityChoice, type QualityGovernor } from '../../machines/remote/quality-governor.ts'
import styles from './QualityChooser.module.css'

const choices: readonly QualityChoice[] = ['automatic', ...operatedQualities.toReversed()]

/** How good the video is to be, and how good it is where that is left to the governor. */
export function QualityChooser({ governor }: { governor: QualityGovernor }) {
  const { t } = useTranslation()
  const choice = useSelector(governor, ({ context }) => context.choice)
  const quality = useSelector(governor, ({ context }) => context.quality)
  const now = t(`remote.quality.${quality}`)
  const shown = choice === 'automatic' ? t('remote.quality.automaticNow', { quality: now }) : now

  return (
    <PopoverNext
      // In the panel itself: nothing else is seen while that fills the screen.
      usePortal={false}
      placement="bottom-end"
      animation="minimal"
      arrow={false}
      content={
        <Menu role="listbox" aria-label={t('remote.quality.label')}>
          {choices.map((each) => (
            <MenuItem
              key={each}
              roleStructure="listoption"
              selected={each === choice}
              text={t(`remote.quality.${each}`)}
              labelElement={<small className={styles.hint}>{t(`remote.quality.hints.${each}`)}</small>}
              onClick={() => governor.send({ type: 'choose', choice: each })}
            />
          ))}
        </Menu>
      }
    >
      <Button
        size="small"
        variant="minimal"
        className={styles.button}
        text={shown}
        endIcon={<CaretDown />}
        aria-label={`${t('remote.quality.label')}: ${shown}`}
      />
    </PopoverNext>
  )
}
