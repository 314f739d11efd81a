import { Button } from '@blueprintjs/core'
import { ChevronDown } from '@blueprintjs/icons'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Late } from '../Late.tsx'
import { LatePopover } from '../LatePopover.tsx'
import type { ColumnMenuProps } from './ColumnMenu.tsx'
import { lateColumnMenu } from './late-column-menu.ts'

/** Says which columns are shown, in which order and how wide. */
export const ColumnChooser = memo(Chooser) as typeof Chooser // For any row.

function Chooser<Row>(props: ColumnMenuProps<Row>) {
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
