import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '@/components/ui/button'

interface AgreementProps {
  /** Whether the sums match the screen; null while either is unknown. */
  agrees: boolean | null
  /** The text to show if they match. */
  children: string
  /** The text to show if they differ. */
  difference?: string
}

/**
 * Shows whether calculated sums match the screen. A sale between two requests makes them differ.
 */
export function FiguresCheck({
  agrees,
  children,
  difference = 'These figures differ from those on the screen: something has changed meanwhile.',
}: AgreementProps) {
  const client = useQueryClient()
  // Queries refetch one after the other, so the figures may differ until the last one arrives.
  const isReading = useIsFetching() > 0
  const containerRef = useRef<HTMLDivElement>(null)

  function update() {
    // The button disappears during the refetch.
    containerRef.current?.focus()
    void client.invalidateQueries()
  }

  return (
    <div ref={containerRef} tabIndex={-1} className="text-sm outline-none">
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
            {difference}
          </p>
          <Button variant="outline" className="text-foreground" onClick={update}>
            Update the figures
          </Button>
        </div>
      )}
    </div>
  )
}
