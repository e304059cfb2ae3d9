import type { ReactNode } from 'react'

/** A fact about the row, beside its name. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-full border px-2 py-0.5 text-xs font-normal text-muted-foreground">
      {children}
    </span>
  )
}
