import { useEffect, useState } from 'react'

import { Button } from '@/components/ui/button'

/** In milliseconds. A spinner alone explains a shorter wait. */
const lateAfter = 5_000

interface FormStatusProps {
  /** A request of the form is in flight. */
  isBusy: boolean
  /** Lets the user stop waiting. The hint says why that is safe. */
  stop?: { hint: string; run: () => void } | undefined
  /** Shown while no request is late. */
  note?: string | undefined
}

/** Says that an answer is late. Its element is always there, so that screen readers announce the text. */
export function FormStatus({ isBusy, stop, note }: FormStatusProps) {
  const isLate = useIsLate(isBusy)
  return (
    <output className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted-foreground empty:sr-only">
      {isLate ? `Still waiting for an answer.${stop ? ` ${stop.hint}` : ''}` : note}
      {isLate && stop && (
        <Button type="button" variant="outline" onClick={stop.run}>
          Stop waiting
        </Button>
      )}
    </output>
  )
}

function useIsLate(isBusy: boolean) {
  const [isLate, setIsLate] = useState(false)

  useEffect(() => {
    const timer = isBusy ? setTimeout(() => setIsLate(true), lateAfter) : undefined
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isBusy])

  return isBusy && isLate
}
