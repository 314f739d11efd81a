import { Button } from '@blueprintjs/core'
import { ChevronDown } from '@blueprintjs/icons'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Late } from '../Late.tsx'
import { LatePopover } from '../LatePopover.tsx'
import { lateColumnMenu } from './late-column-menu.ts'
import type { RememberedColumns } from './remembered-columns.ts'

export interface ColumnChooserProps<Row> {
  remembered: RememberedColumns<Row>
  /** Of the shown columns, in pixels; undefined where there are none, as on cards. */
  widths: readonly number[] | undefined
}

/** Says which columns are shown, in which order and how wide. */
export const ColumnChooser = memo(Chooser) as typeof Chooser // For any row.

function Chooser<Row>(props: ColumnChooserProps<Row>) {
  const { t } = useTranslation()
  return (
    <LatePopover
      placement="bottom-end"
      content={<Late of={lateColumnMenu}>{({ ColumnMenu }) => <ColumnMenu {...props} />}</Late>}
    >
      <Button variant="outlined" text={t('table.columns')} endIcon={<ChevronDown size={12} />} />
    </LatePopover>
  )
}
