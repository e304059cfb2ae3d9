import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '@/components/ui/button'

interface AgreementProps {
  /** Whether the sums are those on the screen; null while that is not known. */
  agrees: boolean | null
  /** What to say when they are. */
  children: string
}

/** The end of a proof. Somebody may have sold something between one reading and the other. */
export function FiguresCheck({ agrees, children }: AgreementProps) {
  const client = useQueryClient()
  // Figures that are read anew come one after the other, and differ until the last of them is there.
  const isReading = useIsFetching() > 0
  const place = useRef<HTMLDivElement>(null)

  function update() {
    // The button goes for as long as that takes.
    place.current?.focus()
    void client.invalidateQueries()
  }

  return (
    <div ref={place} tabIndex={-1} className="text-sm outline-none">
      {agrees && (
        <p className="flex items-start gap-2 text-profit">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          {children}
        </p>
      )}
      {agrees === false && !isReading && (
        <div role="alert" className="grid justify-items-start gap-3 text-destructive">
          <p className="flex items-start gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            These are not the figures on the screen: something has changed meanwhile.
          </p>
          <Button variant="outline" className="text-foreground" onClick={update}>
            Update the figures
          </Button>
        </div>
      )}
    </div>
  )
}
