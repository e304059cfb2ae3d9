import { CircleHelp } from 'lucide-react'

import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import type { DateRange } from '@/lib/date-ranges'

import { SalesSteps } from './sales-steps'

interface SalesExplanationProps {
  range: DateRange
  /** What the card shows, once it does. */
  totalSales: number | undefined
}

/** How the Sales Total follows from the rows of the table. Nothing is read before it is open. */
export function SalesExplanation(props: SalesExplanationProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          title="How is this figure made?"
          className="text-muted-foreground"
        >
          <CircleHelp aria-hidden />
          <span className="sr-only">How is this figure made?</span>
        </Button>
      </PopoverTrigger>
      {/* Below the figure that it explains. */}
      <PopoverContent
        align="end"
        sideOffset={60}
        aria-label="How Sales Total is made"
        className="w-88 p-5"
      >
        <SalesSteps {...props} />
      </PopoverContent>
    </Popover>
  )
}
