import type { DateRange } from '@/lib/date-ranges'
import { DaySheetPanel } from './day-sheet/day-sheet'
import { ReturnsSheet } from './returns-sheet'

interface ToolbarSheetsProps {
  /** The name of the button that opened one. */
  sheet: string
  /** The days of the list. */
  range: DateRange
  isOpen: boolean
  onClose: () => void
}

/** The sheets that the toolbar of the sales list opens. One file: the first list has no room for two. */
export function ToolbarSheets({ sheet, isOpen, ...panel }: ToolbarSheetsProps) {
  return (
    <>
      <ReturnsSheet {...panel} isOpen={isOpen && sheet === 'Returns'} />
      <DaySheetPanel {...panel} isOpen={isOpen && sheet === 'Day sheet'} />
    </>
  )
}
