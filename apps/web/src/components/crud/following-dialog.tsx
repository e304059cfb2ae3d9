import { useEffect, useState, type ReactNode } from 'react'

/** Opens the dialog inside after the one before it has returned the focus, to which this one returns it too. */
export function FollowingDialog({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setIsOpen(true))
    return () => clearTimeout(timer)
  }, [])

  return isOpen && children
}
