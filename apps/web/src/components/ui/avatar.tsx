import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'

export function Avatar({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      data-slot="avatar"
      className={cn(
        `inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-primary text-xs
        font-semibold text-primary-foreground select-none`,
        className,
      )}
      {...props}
    />
  )
}
