import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/hooks/use-busy'

interface RestoreButtonProps {
  restore: UseMutationOptions<void>
  /** Reads the list again, without what was restored. */
  refetch: () => Promise<{ isError: boolean }>
  children: ReactNode
}

export function RestoreButton({ restore, refetch, children }: RestoreButtonProps) {
  const { mutateAsync } = useMutation(restore)
  const { isBusy, begin, end } = useBusy()

  async function bringBack() {
    if (!begin()) return
    const restored = await mutateAsync().then(
      () => true,
      () => false,
    )
    // Busy until the list is without it, and this button gone.
    if (!restored || (await refetch()).isError) end()
  }

  return (
    <Button
      variant="outline"
      // Not disabled, which would drop the focus.
      aria-disabled={isBusy}
      onClick={() => void bringBack()}
    >
      {isBusy ? <Spinner /> : <Undo2 aria-hidden />}
      {children}
    </Button>
  )
}
