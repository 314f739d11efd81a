import { speakOfPrinting } from '../../i18n/i18n.ts'
import type { ReportQuery } from '../../api/reports.ts'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import type { ReportGroup } from './use-report-group.ts'

const printPreview = late(async () => {
  const [file] = await Promise.all([import('./PrintPreview.tsx'), speakOfPrinting()])
  return file
})

export interface ReportPrintingProps {
  query: ReportQuery
  group: ReportGroup
  onClose: () => void
}

/** The report as it will be printed, with the button that prints it; its code and its words come with it. */
export function ReportPrinting(props: ReportPrintingProps) {
  return (
    <Late of={printPreview} floats>
      {({ PrintPreview }) => <PrintPreview {...props} />}
    </Late>
  )
}
