import type { ImportJob } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, Play } from 'lucide-react'
import { useState } from 'react'

import { Badge } from '@/components/badge'
import { RunningProgress } from '@/components/import/import-result'
import { imports, isRunning, isStored } from '@/components/import/import-requests'
import {
  countRows,
  describeChanges,
  describeLeftOut,
  describeUndo,
} from '@/components/import/import-sentences'
import { UndoImport } from '@/components/import/undo-import'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { useFocusNextButton } from '@/components/use-focus-next-button'
import { formatDateTime } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'

import { resourceLabels } from './resource-labels'

const ImportDialog = lazyDialog(() =>
  import('@/components/import/import-dialog').then((file) => file.ImportDialog),
)

/** The imports of all users, which can be undone here. */
export function ImportsTab() {
  const list = useQuery(imports)
  // The buttons stay below the pointer while others import.
  const { list: rows, areaRef } = useHeldList(list.data, {
    isSamePlaces: (shown, next) => haveSamePlaces(shown, next, ({ id }) => id),
    isOwnChange: useOwnChanges(list),
  })
  const focus = useFocusNextButton()
  const [opened, setOpened] = useState<ImportJob | null>(null)

  return (
    <Card>
      <CardHeader>
        <CardTitle>Imports</CardTitle>
        <CardDescription>
          What came from files. An import begins with Import above its list, such as All Products.
          An undo leaves alone what was used or changed since.
        </CardDescription>
      </CardHeader>
      <CardContent className="pt-1 pb-4">
        {rows ? (
          <div {...focus} className="outline-none">
            {rows.length === 0 && (
              <p className="py-4 text-sm text-muted-foreground">There are no imports yet.</p>
            )}
            <ul ref={areaRef} aria-label="Imports" className="divide-y">
              {rows.map((job) => (
                <ImportItem key={job.id} job={job} onOpen={() => setOpened(job)} />
              ))}
            </ul>
          </div>
        ) : (
          <ListPlaceholder
            list={list}
            loading="Loading imports..."
            failure="Failed to load imports."
          />
        )}
      </CardContent>
      {opened && (
        <ImportDialog resource={opened.resource} earlier={opened} onClose={() => setOpened(null)} />
      )}
    </Card>
  )
}

const stateLabels: Record<ImportJob['state'], string> = {
  uploaded: 'Not imported',
  previewed: 'Not imported',
  committing: 'Importing',
  committed: 'Imported',
  reverting: 'Undoing',
  reverted: 'Undone',
  failed: 'Failed',
}

function ImportItem({ job, onOpen }: { job: ImportJob; onOpen: () => void }) {
  const { fileName, resource, state, createdAt, createdByName } = job
  const canGoOn = !isStored(job)
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-52 gap-0.5 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
            {fileName}
            <Badge>{resourceLabels[resource].plural}</Badge>
            <Badge>{stateLabels[state]}</Badge>
          </p>
          <p className="wrap-anywhere">{describeJob(job)}</p>
          <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> by {createdByName}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={onOpen}>
            {canGoOn ? <Play aria-hidden /> : <ListChecks aria-hidden />}
            {canGoOn ? 'Continue' : 'Details'}
            <span className="sr-only"> of the import of {fileName}</span>
          </Button>
          {state === 'committed' && <UndoImport job={job} />}
        </div>
      </div>
      {isRunning(job) && <RunningProgress job={job} />}
    </li>
  )
}

/** The numbers of its rows, by kind. */
function describeJob(job: ImportJob) {
  const { state, counts, rowCount, resource, undo, error, newCategoryCount } = job
  if (state === 'failed') return `${error ?? 'It failed.'} Nothing was stored.`
  if (state === 'reverted' && undo) return `${describeUndo(undo)}.`
  if (state === 'committed' && counts) {
    const leftOut = describeLeftOut(counts)
    const failure = error === null ? '' : `The undo failed: ${error}`.replace(/\.$/, '')
    const done = describeChanges(counts, resource, newCategoryCount)
    return [done, leftOut, failure].filter(Boolean).join('. ') + '.'
  }
  return `${countRows(rowCount)} in the file.`
}
