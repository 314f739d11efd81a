import { Button, Callout, TextArea } from '@blueprintjs/core'
import { Download, Import } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentTemplate, textIn } from './environment-file.ts'
import type { ImportSource as Source } from '../../machines/environments/environment-import.ts'
import styles from './ImportDialog.module.css'

interface ImportSourceProps {
  /** Why the last one could not be read. */
  problem: string | undefined
  onChoose: (source: Source) => void
}

/** Where the lines come from: a file that is dropped or chosen, or cells that are pasted. */
export function ImportSource({ problem, onChoose }: ImportSourceProps) {
  const { t, i18n } = useTranslation()
  const [over, setOver] = useState(false)
  const [pasted, setPasted] = useState('')
  const take = (file: File | undefined) => {
    if (file === undefined) return
    onChoose({ name: file.name, text: async () => textIn(await file.arrayBuffer()) })
  }
  const template = environmentTemplate(i18n.language.startsWith('zh') ? 'zh' : 'en')

  return (
    <>
      {problem !== undefined && (
        <Callout intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <label
        className={styles.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <Import size={28} />
        <strong>{t('environments.importing.drop')}</strong>
        <span className={styles.small}>{t('environments.importing.limit')}</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = '' // The same file, corrected, can be chosen again.
          }}
        />
      </label>
      <TextArea
        className={styles.paste}
        rows={4}
        placeholder={t('environments.importing.paste')}
        aria-label={t('environments.importing.paste')}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <div className={styles.row}>
        <a
          className={styles.small}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          download="environments.csv"
        >
          <Download size={12} /> {t('environments.importing.template')}
        </a>
        {pasted.trim() !== '' && (
          <Button
            intent="primary"
            text={t('environments.importing.usePasted')}
            onClick={() => onChoose({ name: t('environments.importing.pasted'), text: async () => pasted })}
          />
        )}
      </div>
    </>
  )
}
