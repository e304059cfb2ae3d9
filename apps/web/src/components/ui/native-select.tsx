import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'

/** A native select, because it works by keyboard and on every phone. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative min-w-0">
      <select
        data-slot="native-select"
        className={cn(
          `h-10 w-full appearance-none truncate rounded-md border border-input bg-card pr-9 pl-3
          text-base shadow-xs transition-colors outline-none focus-visible:border-ring
          focus-visible:ring-[3px] focus-visible:ring-ring/40 disabled:cursor-not-allowed
          disabled:opacity-55 aria-invalid:border-destructive
          aria-invalid:ring-[3px] aria-invalid:ring-destructive/20
          aria-invalid:focus-visible:ring-destructive/30 md:text-sm`,
          className,
        )}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-3 right-3 size-4 text-muted-foreground"
      />
    </div>
  )
}
