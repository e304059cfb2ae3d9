import { LoaderCircle, type LucideProps } from 'lucide-react'

import { cn } from '@/lib/cn'

export function Spinner({ className, ...props }: LucideProps) {
  return (
    <LoaderCircle
      data-slot="spinner"
      aria-hidden
      className={cn('size-4 animate-spin', className)}
      {...props}
    />
  )
}
