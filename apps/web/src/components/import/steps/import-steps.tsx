import {
  importOptions,
  type ImportJob,
  type ImportPlan,
  type ImportPreview,
} from '@stockie/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '@/lib/api/api-client'
import { newIdempotencyKey } from '@/lib/api/idempotency'
import { useBusy } from '@/lib/hooks/use-busy'

import {
  commitImport,
  importJob,
  isRunning,
  isStored,
  previewImport,
} from '@/components/import/import-requests'
import { ImportResult } from '@/components/import/import-result'
import { MappingStep } from './mapping-step'
import { PreviewStep } from './preview-step'

interface ImportStepsProps {
  uploaded: ImportJob
  /** Hears whether the user has changed something that the import does not have yet. */
  onEdits: (has: boolean) => void
  onOtherFile: () => void
  onClose: () => void
}

/** The steps after the upload. Another tab may commit the same import: then its result is shown here, too. */
export function ImportSteps({ uploaded, onEdits, onOtherFile, onClose }: ImportStepsProps) {
  const { id } = uploaded
  const { data: job, isError } = useQuery({ ...importJob(id), initialData: uploaded })
  const [step, setStep] = useState<'match' | 'preview' | 'result'>(
    uploaded.state === 'failed' ? 'result' : 'match',
  )
  const [opened] = useState<ImportPlan>(() => ({
    mapping: job.mapping,
    // A file that was not previewed yet has none.
    options: importOptions.parse(job.options),
  }))
  const [plan, setPlan] = useState(opened)
  const preview = usePreview(id)
  const commit = useCommit(id)
  useRefetchAfterEnd(job)
  // Also if another tab has started it, or if the answer to its start was lost.
  if (isRunning(job) && step !== 'result') setStep('result')
  const showsResult = isStored(job) || (step === 'result' && job.state === 'failed')
  const hasEdits = !showsResult && !isSamePlan(plan, opened)
  useEffect(() => onEdits(hasEdits), [onEdits, hasEdits])

  function changePlan(changed: ImportPlan) {
    setPlan(changed)
    commit.forgetError()
  }

  async function showPreview() {
    commit.forgetError()
    if (await preview.ask(plan)) setStep('preview')
  }

  async function importRows(shown: ImportPreview) {
    if (await commit.start(shown)) setStep('result')
  }

  if (showsResult) {
    return (
      <ImportResult
        job={job}
        isUnreachable={isError}
        onMatch={() => setStep('match')}
        onClose={onClose}
      />
    )
  }
  if (step !== 'match' && preview.last) {
    const { answer: shown, plan: shownPlan } = preview.last
    return (
      <PreviewStep
        preview={shown}
        plan={plan}
        onPlan={changePlan}
        // Also if another tab has asked for a newer preview.
        isOutdated={
          !isSamePlan(plan, shownPlan) || job.version > shown.version || preview.error !== undefined
        }
        isBusy={preview.isBusy}
        isCommitting={commit.isBusy}
        error={preview.error ?? commit.error}
        onUpdate={() => void showPreview()}
        onBack={() => setStep('match')}
        onImport={() => void importRows(shown)}
      />
    )
  }
  return (
    <MappingStep
      job={job}
      plan={plan}
      onPlan={changePlan}
      isBusy={preview.isBusy}
      error={preview.error}
      onPreview={() => void showPreview()}
      onOtherFile={onOtherFile}
      onClose={onClose}
    />
  )
}

function isSamePlan(one: ImportPlan, other: ImportPlan) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Asks for previews, one at a time. */
function usePreview(id: number) {
  const { mutateAsync } = useMutation(previewImport)
  const [last, setLast] = useState<{ answer: ImportPreview; plan: ImportPlan }>()
  const [error, setError] = useState<string>()
  const { isBusy, begin, end } = useBusy()

  /** Returns whether the preview arrived. */
  async function ask(plan: ImportPlan) {
    if (!begin()) return false
    try {
      const answer = await mutateAsync({ id, plan })
      setLast({ answer, plan })
      setError(undefined)
      return true
    } catch (failure) {
      setError(describeFailure(failure))
      return false
    } finally {
      end()
    }
  }

  return { last, error, isBusy, ask }
}

/** Starts an import. A retry of the same preview has the same key, so that it runs once. */
function useCommit(id: number) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(commitImport)
  const [error, setError] = useState<string>()
  const { isBusy, begin, end } = useBusy()
  const tried = useRef<{ preview: ImportPreview; key: string }>(null)

  async function start(preview: ImportPreview) {
    if (!begin()) return false
    if (tried.current?.preview !== preview) tried.current = { preview, key: newIdempotencyKey() }
    setError(undefined)
    const { queryKey } = importJob(id)
    const hasStarted = await mutateAsync({
      id,
      version: preview.version,
      key: tried.current.key,
    }).then(
      (job) => {
        client.setQueryData(queryKey, job)
        return true
      },
      async (reason: unknown) => {
        setError(describeFailure(reason))
        // It may have begun, although its answer was lost.
        await client.refetchQueries({ queryKey, exact: true })
        return false
      },
    )
    end()
    return hasStarted
  }

  return { error, isBusy, start, forgetError: () => setError(undefined) }
}

/** The lists show what the import or its undo has done. */
function useRefetchAfterEnd(job: ImportJob) {
  const client = useQueryClient()
  const runs = isRunning(job)
  const hasRun = useRef(runs)
  useEffect(() => {
    if (hasRun.current && !runs) void client.invalidateQueries()
    hasRun.current = runs
  }, [runs, client])
}

/** The API names each mistake. */
function describeFailure(error: unknown) {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  const messages = new Set(error.errors.map(({ message }) => message))
  return messages.size > 0 ? [...messages].join(' ') : error.message
}
