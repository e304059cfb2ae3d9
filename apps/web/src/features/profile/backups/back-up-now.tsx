import type { BackupJob } from '@stockie/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatDateTime } from '@/lib/format'
import {
  backupJobs,
  backups,
  backupStatus,
  isOpen,
  isRefused,
  startBackup,
} from './backup-requests'

/** Starts a backup and follows it, also one that another owner has started. */
export function BackUpNow() {
  const client = useQueryClient()
  const jobs = useQuery(backupJobs)
  const start = useMutation(startBackup)
  const [newest] = jobs.data ?? []
  const isMaking = start.isPending || isOpen(newest)
  /** The job that this page started or saw open: its end is told, but not that of an older one. */
  const [followed, setFollowed] = useState<number>()
  if (newest && isOpen(newest) && followed !== newest.id) setFollowed(newest.id)
  const hasEnded = newest !== undefined && newest.id === followed && !isOpen(newest)

  // The backup may end before the page reads its progress, also the one of another owner.
  function backUp() {
    if (isMaking) return
    start.mutate(undefined, {
      onSuccess: ({ id }) => setFollowed(id),
      onError: (error) => {
        if (isRefused(error)) void followNewest()
      },
    })
  }

  async function followNewest() {
    const [open] = await client.fetchQuery({ ...backupJobs, staleTime: 0 }).catch(() => [])
    setFollowed(open?.id)
  }

  useEffect(() => {
    if (!hasEnded) return
    for (const { queryKey } of [backups, backupStatus]) void client.invalidateQueries({ queryKey })
  }, [hasEnded, client])

  return (
    <div className="grid gap-3">
      <div>
        {/* It stays enabled, so that it keeps the focus. */}
        <Button aria-disabled={isMaking} className="aria-disabled:opacity-50" onClick={backUp}>
          {isMaking ? <Spinner /> : <DatabaseBackup aria-hidden />}
          Back up now
        </Button>
      </div>
      {isRefused(start.error) && isMaking && (
        <p role="alert" className="text-sm text-warning">
          {start.error.message}
        </p>
      )}
      {newest && isOpen(newest) && <Progress job={newest} />}
      {hasEnded && newest.state === 'failed' && (
        <p role="alert" className="text-sm wrap-anywhere text-destructive">
          {newest.error}
        </p>
      )}
      {hasEnded && newest.state === 'done' && (
        <output className="text-sm">The backup was made and verified.</output>
      )}
    </div>
  )
}

function Progress({ job }: { job: BackupJob }) {
  const { done, total, requestedBy, requestedAt } = job
  const labelId = useId()
  const percent = total > 0 ? Math.floor((100 * done) / total) : null
  return (
    <div className="grid gap-1.5 text-sm">
      <progress
        aria-labelledby={labelId}
        max={100}
        {...(percent !== null && { value: percent })}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
      />
      <p id={labelId} className="text-muted-foreground tabular-nums">
        {describeStep(job, percent)}
        {requestedBy !== null && (
          <>
            {' '}
            {requestedBy} started it on{' '}
            <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>.
          </>
        )}
      </p>
    </div>
  )
}

function describeStep({ state }: BackupJob, percent: number | null) {
  if (state === 'waiting') return 'The backup has not begun yet.'
  if (percent === null) return 'Reading the shop …'
  return `The backup is being made and compared: ${percent} %.`
}
