import type { ImportJob } from '@stockie/contracts'
import { ArrowLeft, CircleAlert, CircleCheck } from 'lucide-react'
import { useId } from 'react'

import { Button } from '@/components/ui/button'

import { StepFrame } from '@/components/import/steps/import-frame'
import { ImportProgress, percentOf } from './import-progress'
import { isRunning } from './import-requests'
import { describeChanges, describeLeftOut, describeUndo, pluralOf } from './import-sentences'
import { RefusedRowsButton } from './refused-rows-button'
import { UndoImport } from './undo-import'

interface ImportResultProps {
  job: ImportJob
  /** The last reading of the progress failed. */
  isUnreachable: boolean
  onMatch: () => void
  onClose: () => void
}

/** The progress of an import or of its undo, and then what was done. */
export function ImportResult({ job, isUnreachable, onMatch, onClose }: ImportResultProps) {
  return (
    <StepFrame
      step="Import"
      footer={
        <>
          {job.state === 'committed' && <UndoImport job={job} className="mr-auto" />}
          {job.state === 'failed' && (
            <Button variant="outline" className="mr-auto" onClick={onMatch}>
              <ArrowLeft aria-hidden />
              Match columns
            </Button>
          )}
          <Button onClick={onClose} className="min-w-24">
            Close
          </Button>
        </>
      }
    >
      <div className="grid min-h-40 content-start gap-4">
        {isRunning(job) && <Running job={job} isUnreachable={isUnreachable} />}
        {/* There before its text, so that screen readers announce the end. */}
        <output className="flex gap-3">{!isRunning(job) && <Outcome job={job} />}</output>
        {!isRunning(job) && <OutcomeDetails job={job} />}
      </div>
    </StepFrame>
  )
}

function Running({ job, isUnreachable }: { job: ImportJob; isUnreachable: boolean }) {
  return (
    <>
      <RunningProgress job={job} />
      <p className="text-sm text-muted-foreground">
        {isUnreachable
          ? 'Stockie does not answer at the moment. The work may still go on. This page asks again every second.'
          : 'You may close this window: the work goes on. Your profile lists it under Imports.'}
      </p>
    </>
  )
}

export function RunningProgress({ job }: { job: ImportJob }) {
  const { state, done, total, resource } = job
  const verb = state === 'reverting' ? 'Undoing' : 'Importing'
  // An undo also handles the categories that the import created.
  const records = state === 'reverting' ? 'records' : pluralOf(resource)
  return (
    <ImportProgress
      percent={percentOf(done, total)}
      label={
        total > 0
          ? `${verb}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${records}`
          : `${verb} …`
      }
    />
  )
}

function Outcome({ job }: { job: ImportJob }) {
  const { state, error, counts, resource, undo } = job
  const isFailed = state === 'failed'
  const leftOut = counts ? describeLeftOut(counts) : ''
  return (
    <>
      {isFailed ? (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-destructive" />
      ) : (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
      )}
      <span className="grid min-w-0 gap-1 text-sm wrap-anywhere">
        <span className="text-base font-medium">{titles[state]}</span>
        {isFailed && <span>{`${error ?? ''} Nothing was stored.`.trim()}</span>}
        {state === 'committed' && counts && (
          <span>{`${describeChanges(counts, resource, job.newCategoryCount)}.`}</span>
        )}
        {state === 'committed' && leftOut !== '' && <span>{`${leftOut}.`}</span>}
        {undo && state === 'reverted' && <span>{`${describeUndo(undo)}.`}</span>}
      </span>
    </>
  )
}

function OutcomeDetails({ job }: { job: ImportJob }) {
  const { state, error, counts, undo } = job
  return (
    <>
      {state === 'committed' && error !== null && (
        <p role="alert" className="text-sm wrap-anywhere text-destructive">
          {`The undo failed. The import is as before. ${error}`}
        </p>
      )}
      {state === 'committed' && counts && counts.refused + counts.duplicates > 0 && (
        <div className="flex">
          <RefusedRowsButton job={job} />
        </div>
      )}
      {undo && undo.keptRecords.length > 0 && <KeptRecords undo={undo} />}
    </>
  )
}

const titles: Partial<Record<ImportJob['state'], string>> = {
  failed: 'The import failed.',
  committed: 'The import is done.',
  reverted: 'The import was undone.',
}

function KeptRecords({ undo }: { undo: NonNullable<ImportJob['undo']> }) {
  const id = useId()
  return (
    <div className="grid gap-2 text-sm">
      <h3 id={id} className="font-medium">
        Left alone
      </h3>
      <ul aria-labelledby={id} className="divide-y rounded-lg border">
        {undo.keptRecords.map(({ resource, id: recordId, name, reason }) => (
          <li
            key={`${resource} ${recordId}`}
            className="flex flex-wrap justify-between gap-x-4 px-4 py-2"
          >
            <span className="font-medium wrap-anywhere">{name}</span>
            <span className="wrap-anywhere text-muted-foreground">{reason}</span>
          </li>
        ))}
      </ul>
      {undo.kept > undo.keptRecords.length && (
        <p className="text-muted-foreground">
          {`The first ${undo.keptRecords.length} of ${undo.kept.toLocaleString('en-US')}.`}
        </p>
      )}
    </div>
  )
}
