import { Button } from '@blueprintjs/core'
import { Cross, Export } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileCall } from '../../machines/lists/file-export.ts'
import { fileExportMachine } from '../../machines/lists/file-export.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

interface ExportButtonProps {
  call: FileCall
  query: object
  /** What the call takes beside the list's query. */
  also?: Readonly<Record<string, unknown>>
}

/** Saves everything that the filters let through as a CSV file; pressed again meanwhile, it gives up. */
export const ExportButton = memo(function ExportButton({ call, query, also }: ExportButtonProps) {
  const { t } = useTranslation()
  const file = useScreenActor(fileExportMachine)
  const isExporting = useSelector(file, (snapshot) => snapshot.matches('exporting'))
  const label = t(isExporting ? 'table.exportCancel' : 'table.export')
  return (
    <Button
      variant="outlined"
      icon={isExporting ? <Cross /> : <Export />}
      active={isExporting}
      aria-label={label}
      title={label}
      aria-busy={isExporting}
      onClick={() =>
        file.send(
          isExporting ? { type: 'CANCEL' } : { type: 'EXPORT', wanted: { path: call, query: { ...also, ...query } } },
        )
      }
    />
  )
})
