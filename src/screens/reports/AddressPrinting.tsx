import { speakOf } from '../../i18n/i18n.ts'
import { fetchPrintedAddresses, type IpReportQuery } from '../../api/reports.ts'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'

const printing = late(async () => {
  const [{ PrintPreview }, { PrintedAddresses }] = await Promise.all([
    import('./PrintPreview.tsx'),
    import('./PrintedAddresses.tsx'),
    speakOf('printing'),
  ])
  return { PrintPreview, PrintedAddresses }
})

interface AddressPrintingProps {
  query: IpReportQuery
  onClose: () => void
}

/** The IP report as it will be printed, with the button that prints it; its code and its words come with it. */
export function AddressPrinting({ query, onClose }: AddressPrintingProps) {
  return (
    <Late of={printing} floats>
      {({ PrintPreview, PrintedAddresses }) => (
        <PrintPreview query={query} ask={fetchPrintedAddresses} onClose={onClose}>
          {(report) => <PrintedAddresses report={report} query={query} />}
        </PrintPreview>
      )}
    </Late>
  )
}
