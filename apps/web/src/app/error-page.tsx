import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { Logo } from '@/components/logo'
import { Button } from '@/components/ui/button'
import { usePageTitle } from '@/lib/use-page-title'

interface ErrorPageProps {
  status: number
  title: string
  children: ReactNode
  action?: ReactNode
}

export function ErrorPage({ status, title, children, action }: ErrorPageProps) {
  usePageTitle(title)
  const navigate = useNavigate()

  /** A page that was opened by its address has nothing of ours behind it. */
  function goBack() {
    const isFirst = (window.history.state as { idx?: number } | null)?.idx === 0
    void (isFirst ? navigate('/') : navigate(-1))
  }

  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid flex-1 grid-rows-[auto_1fr_auto] place-items-center gap-6 p-6 text-center outline-none"
    >
      {/* In the shell the header has it. */}
      <Logo className="in-data-[slot=shell]:invisible" />
      <div className="grid max-w-lg justify-items-center gap-4">
        <p aria-hidden className="text-8xl font-bold text-primary tabular-nums">
          {status}
        </p>
        <h1>{title}</h1>
        <p className="text-balance text-muted-foreground">{children}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button variant="outline" onClick={goBack}>
            Go Back
          </Button>
          <Button asChild>
            <Link to="/">Back to Home</Link>
          </Button>
        </div>
        {action}
      </div>
      <div aria-hidden className="h-8" />
    </main>
  )
}
