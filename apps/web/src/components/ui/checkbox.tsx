import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Some of the items that it stands for are checked. */
  isMixed?: boolean
}

/** A transparent native checkbox over a drawn one, larger than it so that a thumb hits it. */
export function Checkbox({ className, isMixed = false, ...props }: CheckboxProps) {
  return (
    <span
      className={cn(
        'relative inline-grid size-4 shrink-0 place-items-center align-middle',
        className,
      )}
    >
      <input
        type="checkbox"
        data-slot="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        className="peer absolute -inset-3 size-10 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        {...props}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 rounded-[0.3125rem] border border-input bg-card shadow-xs transition-colors peer-checked:border-primary peer-checked:bg-primary peer-indeterminate:border-primary peer-indeterminate:bg-primary peer-focus-visible:ring-[3px] peer-focus-visible:ring-ring/60 peer-disabled:opacity-55"
      />
      <Check
        aria-hidden
        strokeWidth={3.5}
        className="pointer-events-none relative hidden size-3 text-primary-foreground peer-checked:not-peer-indeterminate:block"
      />
      <Minus
        aria-hidden
        strokeWidth={3.5}
        className="pointer-events-none relative hidden size-3 text-primary-foreground peer-indeterminate:block"
      />
    </span>
  )
}
