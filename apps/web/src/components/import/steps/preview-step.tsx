import {
  importKinds,
  type ImportKind,
  type ImportPlan,
  type ImportPreview,
} from '@stockie/contracts'
import { ArrowLeft } from 'lucide-react'

import { FormError } from '@/components/form/form-error'
import { Tabs } from '@/components/tabs'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatCount } from '@/lib/format'

import { StepFrame } from './import-frame'
import { countOf, countRecords, countRows } from '@/components/import/import-sentences'
import { PreviewTable, type RowChoice } from './preview-table'
import { RefusedRowsButton } from '@/components/import/refused-rows-button'

const kindTitles: Record<ImportKind, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  duplicates: 'Duplicates',
}

interface PreviewStepProps {
  preview: ImportPreview
  plan: ImportPlan
  onPlan: (plan: ImportPlan) => void
  /** The preview of another plan is being made. */
  isBusy: boolean
  isCommitting: boolean
  error: string | undefined
  /** Asks for the preview again after a failure. */
  onRetry: (() => void) | undefined
  onBack: () => void
  onImport: () => void
}

/** Shows what the import would do with each row, and lets the user choose otherwise. */
export function PreviewStep(props: PreviewStepProps) {
  const { preview, plan, onPlan, isBusy, isCommitting, error, onRetry, onBack, onImport } = props
  const { resource, counts, rows } = preview
  const { options } = plan
  const stored = (counts?.new ?? 0) + (counts?.changed ?? 0)
  const chosenCount = options.choices.length
  const canImport = stored > 0 && !isBusy && !isCommitting && onRetry === undefined

  function choose(line: number, choice: RowChoice) {
    const others = options.choices.filter((other) => other.line !== line)
    const choices = choice === null ? others : [...others, { line, choice }]
    onPlan({ ...plan, options: { ...options, choices } })
  }

  return (
    <StepFrame
      step="Preview"
      footer={
        <>
          <Button
            variant="outline"
            aria-disabled={isCommitting}
            className="mr-auto"
            onClick={() => !isCommitting && onBack()}
          >
            <ArrowLeft aria-hidden />
            Back
          </Button>
          <Button
            aria-disabled={!canImport}
            className="min-w-40"
            onClick={() => canImport && onImport()}
          >
            {(isCommitting || isBusy) && <Spinner />}
            {stored > 0 ? `Import ${countRecords(stored, resource)}` : 'Nothing to import'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {error !== undefined && (
          <div className="grid justify-items-start gap-2">
            <FormError message={error} />
            {onRetry && (
              <Button variant="outline" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        )}
        <Notes preview={preview} />
        <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <output className="flex items-center gap-2 text-muted-foreground">
            {isBusy ? 'The preview is being made again …' : describeChoices(chosenCount)}
          </output>
          {chosenCount > 0 && (
            <Button
              variant="link"
              size="text"
              onClick={() => onPlan({ ...plan, options: { ...options, choices: [] } })}
            >
              Use the suggestions again
            </Button>
          )}
          {counts && counts.refused + counts.duplicates > 0 && (
            <RefusedRowsButton job={preview} className="ml-auto" />
          )}
        </div>
        <div aria-busy={isBusy} className="rounded-lg border">
          <Tabs
            label="Rows of the file"
            tabs={importKinds.map((kind) => ({
              name: kind,
              title: `${kindTitles[kind]} (${formatCount(counts?.[kind] ?? 0)})`,
              content: (
                <PreviewTable
                  kind={kind}
                  title={kindTitles[kind]}
                  resource={resource}
                  rows={rows[kind]}
                  count={counts?.[kind] ?? 0}
                  choices={options.choices}
                  onChoose={choose}
                />
              ),
            }))}
            initial={importKinds.find((kind) => (counts?.[kind] ?? 0) > 0)}
          />
        </div>
      </div>
    </StepFrame>
  )
}

function describeChoices(count: number) {
  if (count === 0) return 'Each row says what the import would do with it.'
  return `You chose for ${countRows(count)}.`
}

function Notes({ preview }: { preview: ImportPreview }) {
  const { notes, newCategories, newCategoryCount } = preview
  const hidden = newCategoryCount - newCategories.length
  if (notes.length === 0 && newCategories.length === 0) return null
  return (
    <ul className="grid gap-1 rounded-lg border bg-muted/40 px-4 py-3 text-sm wrap-anywhere">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
      {newCategories.length > 0 && (
        <li>
          {`Categories that the import creates: ${newCategories.join(', ')}${hidden > 0 ? ` and ${countOf(hidden, 'other', 'others')}` : ''}.`}
        </li>
      )}
    </ul>
  )
}
