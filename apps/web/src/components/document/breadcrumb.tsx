import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'

interface BreadcrumbProps {
  trail: readonly { title: string; to: string }[]
  current: string
}

/** The path from the home screen to this one. */
export function Breadcrumb({ trail, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-muted-foreground">
        {trail.map(({ title, to }) => (
          <li key={to} className="flex items-center gap-1.5">
            <Link to={to} className={linkClass}>
              {title}
            </Link>
            <ChevronRight aria-hidden className="size-4 shrink-0" />
          </li>
        ))}
        <li aria-current="page" className="text-foreground">
          {current}
        </li>
      </ol>
    </nav>
  )
}

/** Enlarges the touch area with ::after, without making the line higher. */
const linkClass = `relative rounded-sm outline-none after:absolute after:-inset-x-1 after:-inset-y-2.5
  hover:text-foreground hover:underline hover:underline-offset-4 focus-visible:ring-[3px]
  focus-visible:ring-ring/60`
