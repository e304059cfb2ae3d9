import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/hooks/use-busy'

interface RestoreButtonProps {
  restore: UseMutationOptions<void>
  /** Reads the list again, without the restored records. */
  refetch: () => Promise<{ isError: boolean }>
  children: ReactNode
}

export function RestoreButton({ restore, refetch, children }: RestoreButtonProps) {
  const { mutateAsync } = useMutation(restore)
  const { isBusy, begin, end } = useBusy()

  async function restoreAndRefetch() {
    if (!begin()) return
    const restored = await mutateAsync().then(
      () => true,
      () => false,
    )
    // Stays busy until the list no longer contains this button.
    if (!restored || (await refetch()).isError) end()
  }

  return (
    <Button
      variant="outline"
      // `disabled` would drop the focus.
      aria-disabled={isBusy}
      onClick={() => void restoreAndRefetch()}
    >
      {isBusy ? <Spinner /> : <Undo2 aria-hidden />}
      {children}
    </Button>
  )
}
