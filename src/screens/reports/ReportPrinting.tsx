import { speakOf } from '../../i18n/i18n.ts'
import { fetchPrintedReport, type ReportQuery } from '../../api/reports.ts'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import type { ReportGroup } from './use-report-group.ts'

const printing = late(async () => {
  const [{ PrintPreview }, { PrintedReport }] = await Promise.all([
    import('./PrintPreview.tsx'),
    import('./PrintedReport.tsx'),
    speakOf('printing'),
  ])
  return { PrintPreview, PrintedReport }
})

interface ReportPrintingProps {
  query: ReportQuery
  group: ReportGroup
  onClose: () => void
}

/** The report as it will be printed, with the button that prints it; its code and its words come with it. */
export function ReportPrinting({ query, group, onClose }: ReportPrintingProps) {
  return (
    <Late of={printing} floats>
      {({ PrintPreview, PrintedReport }) => (
        <PrintPreview query={query} ask={fetchPrintedReport} onClose={onClose}>
          {(report) => <PrintedReport report={report} query={query} group={group} />}
        </PrintPreview>
      )}
    </Late>
  )
}
