import { Printer } from 'lucide-react'

import { Button } from '@/components/ui/button'
import { copyOf, type Slip } from './slip-contents'
import { printSlip } from './slip-host'

/** Prints a copy of the slip of a recorded document. Undefined while its lines load. */
export function PrintButton({ slip }: { slip: Slip | undefined }) {
  return (
    <Button variant="outline" aria-disabled={!slip} onClick={() => slip && printSlip(copyOf(slip))}>
      <Printer aria-hidden />
      Print
    </Button>
  )
}
