import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'

import { Button } from '@/components/ui/button'

interface AgreementProps {
  /** Whether the sums are those on the screen; null while that is not known. */
  agrees: boolean | null
  /** What to say when they are. */
  children: string
}

/** The end of a proof. Somebody may have sold something between one reading and the other. */
export function Agreement({ agrees, children }: AgreementProps) {
  const client = useQueryClient()
  if (agrees === null) return null
  if (agrees) {
    return (
      <p className="flex items-start gap-2 text-sm text-profit">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
        {children}
      </p>
    )
  }
  return (
    <div role="alert" className="grid justify-items-start gap-3 text-sm text-destructive">
      <p className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        These are not the figures on the screen: something has changed meanwhile.
      </p>
      <Button
        variant="outline"
        className="text-foreground"
        onClick={() => void client.invalidateQueries()}
      >
        Update the figures
      </Button>
    </div>
  )
}
