import type { ImportJob } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'

import { downloadRefusedRows } from './import-requests'

interface RefusedRowsButtonProps {
  job: Pick<ImportJob, 'id' | 'fileName'>
  className?: string
}

/** Saves a file of all refused and duplicate rows. */
export function RefusedRowsButton({ job, className }: RefusedRowsButtonProps) {
  const download = useMutation(downloadRefusedRows)
  return (
    <Button
      variant="outline"
      aria-disabled={download.isPending}
      className={className}
      onClick={() => !download.isPending && download.mutate(job)}
    >
      {download.isPending ? <Spinner /> : <Download aria-hidden />}
      Download refused rows
    </Button>
  )
}
