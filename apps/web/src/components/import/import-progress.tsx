import { useId } from 'react'

import { cn } from '@/lib/cn'

interface ProgressBarProps {
  /** Undefined if it is not known. */
  percent: number | undefined
  label: string
  className?: string
}

/** A bar and the sentence below it, whose height does not change with its numbers. */
export function ImportProgress({ percent, label, className }: ProgressBarProps) {
  const labelId = useId()
  return (
    <div className={cn('grid gap-1.5 text-sm', className)}>
      <progress
        aria-labelledby={labelId}
        max={100}
        {...(percent !== undefined && { value: percent })}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
      />
      <p id={labelId} className="min-h-5 text-muted-foreground tabular-nums">
        {label}
      </p>
    </div>
  )
}

/** Undefined if the total is not known yet. */
export function percentOf(done: number, total: number) {
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : undefined
}
