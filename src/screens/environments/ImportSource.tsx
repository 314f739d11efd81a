import { Button, Callout, TextArea } from '@blueprintjs/core'
import { Download, Import } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { ImportLeftover } from '../../api/import-leftovers.ts'
import type { ImportSource as Source } from '../../machines/environments/environment-import.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { environmentTemplate, readFile, readText } from './environment-file.ts'
import styles from './ImportDialog.module.css'

interface ImportSourceProps {
  /** Why the last one could not be read. */
  problem: string | undefined
  /** What is left of earlier imports of this session. */
  left: readonly ImportLeftover[]
  pasted: string
  onPasted: (text: string) => void
  onChoose: (source: Source) => void
}

/** Where the lines come from: a file that is dropped or chosen, or cells that are pasted. */
export function ImportSource({ problem, left, pasted, onPasted, onChoose }: ImportSourceProps) {
  const { t, i18n } = useTranslation()
  const take = (file: File | undefined) => {
    if (file !== undefined) onChoose({ name: file.name, read: () => readFile(file) })
  }
  const { isOver, handlers } = useFileDrop(([file]) => take(file))
  const template = environmentTemplate(i18n.language.startsWith('zh') ? 'zh' : 'en')

  return (
    <>
      {problem !== undefined && (
        <Callout intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      {left.map((one) => (
        // Of one name there may be several.
        // oxlint-disable-next-line react/no-array-index-key
        <Callout key={`${one.name} ${one.count} ${left.indexOf(one)}`} intent="warning" compact>
          <div className={styles.earlier}>
            <span>{t('importing.earlier', { file: one.name, count: one.count })}</span>
            <Button
              intent="primary"
              size="small"
              text={t('importing.resume')}
              onClick={() => onChoose({ name: one.name, read: () => Promise.resolve(one.table), left: one })}
            />
          </div>
        </Callout>
      ))}
      <label className={styles.drop} data-over={isOver} {...handlers}>
        <Import size={28} />
        <strong>{t('importing.drop')}</strong>
        <span className={styles.small}>{t('importing.limit')}</span>
        <input
          type="file"
          accept=".xlsx,.csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = '' // The same file, corrected, can be chosen again.
          }}
        />
      </label>
      <TextArea
        className={styles.paste}
        rows={4}
        placeholder={t('importing.paste')}
        aria-label={t('importing.paste')}
        value={pasted}
        onChange={(event) => onPasted(event.target.value)}
      />
      <div className={styles.row}>
        <a
          className={styles.small}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          download="environments.csv"
        >
          <Download size={12} /> {t('importing.template')}
        </a>
        {pasted.trim() !== '' && (
          <Button
            intent="primary"
            text={t('importing.usePasted')}
            onClick={() => onChoose({ name: t('importing.pasted'), read: () => readText(pasted) })}
          />
        )}
      </div>
    </>
  )
}
