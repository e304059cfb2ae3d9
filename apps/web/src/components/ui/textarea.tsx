import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        `min-h-20 w-full min-w-0 rounded-md border border-input bg-card px-3 py-2 text-base
        shadow-xs transition-colors outline-none placeholder:text-muted-foreground
        focus-visible:border-ring focus-visible:ring-[3px] focus-visible:ring-ring/40
        disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-destructive
        aria-invalid:ring-[3px] aria-invalid:ring-destructive/20
        aria-invalid:focus-visible:ring-destructive/30 md:text-sm`,
        className,
      )}
      {...props}
    />
  )
}
