import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { modifierKey as modifier } from '../../ui/modifier-key.ts'
import styles from './Shortcuts.module.css'

/** The dialog's width, in pixels. */
const width = 760

/** What keys do. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [drag, right, middle] = [t('shortcuts.mouse.drag'), t('shortcuts.mouse.right'), t('shortcuts.mouse.middle')]
  const groups = [
    {
      title: t('shortcuts.rows.title'),
      keys: [
        ['/', t('shortcuts.rows.filter')],
        ['↑ ↓', t('shortcuts.rows.move')],
        ['Page Up / Down', t('shortcuts.rows.page')],
        ['Home / End', t('shortcuts.rows.ends')],
        ['← →', t('shortcuts.rows.aside')],
        ['Enter', t('shortcuts.rows.open')],
        ['Shift F10', t('shortcuts.rows.menu')],
        ['Space', t('shortcuts.rows.select')],
        ['Shift ↑ ↓', t('shortcuts.rows.extend')],
        ['Alt ↑ ↓', t('shortcuts.rows.carry')],
        [`${modifier} A`, t('shortcuts.rows.all')],
        [`${modifier} C`, t('shortcuts.rows.copy')],
        ['Esc', t('shortcuts.rows.clear')],
      ],
    },
    {
      title: t('shortcuts.everywhere.title'),
      keys: [
        [`${modifier} K`, t('shortcuts.everywhere.find')],
        ['?', t('shortcuts.everywhere.list')],
        [`${modifier} /`, t('shortcuts.everywhere.listAnyhow')],
        ['Esc', t('shortcuts.everywhere.leave')],
      ],
    },
    {
      title: t('shortcuts.phone.title'),
      keys: [
        [`${modifier} Enter`, t('shortcuts.phone.next')],
        [`${modifier} V`, t('shortcuts.phone.paste')],
        [`${modifier} ${drag}`, t('shortcuts.phone.pinch')],
        [`${modifier} Shift ${drag}`, t('shortcuts.phone.drag')],
        [right, t('shortcuts.phone.back')],
        [middle, t('shortcuts.phone.home')],
      ],
    },
    {
      title: t('shortcuts.columns.title'),
      keys: [
        ['Shift ← →', t('shortcuts.columns.width')],
        ['Ctrl ← →', t('shortcuts.columns.move')],
      ],
    },
    {
      title: t('shortcuts.sheet.title'),
      keys: [
        [`${modifier} Z`, t('shortcuts.sheet.undo')],
        [`${modifier} D`, t('shortcuts.sheet.fill')],
        [`${modifier} V`, t('shortcuts.sheet.paste')],
      ],
    },
    { title: t('shortcuts.form.title'), keys: [[`${modifier} Enter`, t('shortcuts.form.submit')]] },
  ]
  return (
    <Dialog isOpen title={t('shortcuts.title')} style={{ width: `min(${width}px, 96vw)` }} onClose={onClose}>
      <DialogBody>
        {/* Whoever reads with the keyboard scrolls it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles.groups} tabIndex={0} role="region" aria-label={t('shortcuts.title')}>
          {groups.map(({ title, keys }) => (
            <section key={title} className={styles.group}>
              <h3>{title}</h3>
              <dl>
                {keys.map(([key, does]) => (
                  <div key={does}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogBody>
      <DialogFooter actions={<Button text={t('shortcuts.close')} onClick={onClose} />} />
    </Dialog>
  )
}
