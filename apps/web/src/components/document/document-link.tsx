import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

const lists = { sale: '/sales', purchase: '/purchase', expense: '/expense' }

interface DocumentLinkProps {
  kind: keyof typeof lists
  id: number
  day: string
  children: ReactNode
}

/** Opens the list of the document's or expense's day, filtered by its number. Covers the whole positioned parent. */
export function DocumentLink({ kind, id, day, children }: DocumentLinkProps) {
  return (
    <Link
      to={`${lists[kind]}?${new URLSearchParams({ from: day, to: day, q: String(id) })}`}
      className="justify-self-start font-medium underline decoration-input decoration-dotted underline-offset-4 outline-none after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-md hover:decoration-solid hover:after:bg-foreground/4 focus-visible:after:ring-[3px] focus-visible:after:ring-ring/60 focus-visible:after:ring-inset"
    >
      {children}
    </Link>
  )
}
