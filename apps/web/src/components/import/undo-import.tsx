import { type ImportJob, importLimits } from '@stockie/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'

import { ActionQuestion } from '@/components/crud/action-question'
import { Button } from '@/components/ui/button'

import { importJob, isRunning, revertImport } from './import-requests'
import { countOf, countRecords } from './import-sentences'

interface UndoImportProps {
  job: ImportJob
  className?: string
}

/** A button that asks, and then takes an import back. */
export function UndoImport({ job, className }: UndoImportProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="outline" className={className} onClick={() => setIsAsking(true)}>
        <Undo2 aria-hidden />
        Undo import
        <span className="sr-only"> of {job.fileName}</span>
      </Button>
      {isAsking && <UndoQuestion job={job} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function UndoQuestion({ job, onClose }: { job: ImportJob; onClose: () => void }) {
  const client = useQueryClient()
  const query = importJob(job.id)

  /** The answer may be lost, or another user undoes it already. */
  async function closeIfUndone() {
    const now = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
    if (now && (isRunning(now) || now.state === 'reverted')) onClose()
  }

  return (
    <ActionQuestion
      title="Undo import"
      description={describe(job)}
      action={revertImport(job.id)}
      actionLabel="Undo import"
      isDestructive
      onDone={(reverting) => {
        client.setQueryData(query.queryKey, reverting)
        onClose()
      }}
      onFailed={closeIfUndone}
      onClose={onClose}
    />
  )
}

function describe({ fileName, counts, resource, newCategoryCount }: ImportJob) {
  const added = counts?.new ?? 0
  const changed = counts?.changed ?? 0
  const parts = [
    added > 0 && `deletes ${countRecords(added, resource)} that ${fileName} added`,
    newCategoryCount > 0 &&
      `deletes ${countOf(newCategoryCount, 'category', 'categories')} that it created`,
    changed > 0 && `changes ${countRecords(changed, resource)} back`,
  ].filter((part) => part !== false)
  const what = parts.length > 0 ? `This ${parts.join(', and ')}. ` : ''
  const delay =
    resource === 'products' && added + changed > importLimits.changedProducts
      ? ' Sales of these products wait meanwhile, and may have to be repeated.'
      : ''
  return `${what}What was used or changed since is left alone.${delay}`
}
