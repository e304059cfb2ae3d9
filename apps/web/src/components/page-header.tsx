import type { ReactNode } from 'react'

import { usePageTitle } from '@/lib/hooks/use-page-title'

/** The heading of a screen; it also sets the title of the browser's tab. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <header className="grid gap-1.5">
      <h1>{title}</h1>
      {children && <p className="text-muted-foreground">{children}</p>}
    </header>
  )
}
