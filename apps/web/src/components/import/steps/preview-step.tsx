import {
  type ImportField,
  importFields,
  importKinds,
  type ImportOptions,
  type ImportKind,
  type ImportPlan,
  type ImportPreview,
  type ImportResource,
} from '@stockie/contracts'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'

import { FormError } from '@/components/form/form-error'
import { Tabs } from '@/components/tabs'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatCount } from '@/lib/format'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'

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
  /** The user has chosen otherwise since, or the update failed. */
  isOutdated: boolean
  /** The preview is being updated. */
  isBusy: boolean
  isCommitting: boolean
  error: string | undefined
  onUpdate: () => void
  onBack: () => void
  onImport: () => void
}

/** Shows what the import would do with each row, and lets the user choose otherwise. */
export function PreviewStep(props: PreviewStepProps) {
  const { preview, plan, onPlan, isOutdated, isBusy, isCommitting, error } = props
  const { onUpdate, onBack, onImport } = props
  const { resource, counts, rows } = preview
  const { options } = plan
  const stored = (counts?.new ?? 0) + (counts?.changed ?? 0)
  const chosenCount = options.choices.length
  const canGoOn = (isOutdated || stored > 0) && !isBusy && !isCommitting
  const isAccidental = useAccidentalClick()

  function choose(line: number, choice: RowChoice) {
    const others = options.choices.filter((other) => other.line !== line)
    const choices = choice === null ? others : [...others, { line, choice }]
    onPlan({ ...plan, options: { ...options, choices } })
  }

  function goOn(event: MouseEvent) {
    if (!canGoOn || isAccidental(event)) return
    if (isOutdated) onUpdate()
    else onImport()
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
          <Button aria-disabled={!canGoOn} className="min-w-40" onClick={goOn}>
            {(isCommitting || isBusy) && <Spinner />}
            {isOutdated ? 'Update preview' : labelOf(stored, resource)}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <FormError message={error} />
        <Notes preview={preview} options={options} />
        <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <output className="flex items-center gap-2 text-muted-foreground">
            {isBusy
              ? 'The preview is being made again …'
              : describeChoices(options.choices, isOutdated ? undefined : rows)}
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

function labelOf(stored: number, resource: ImportResource) {
  return stored > 0 ? `Import ${countRecords(stored, resource)}` : 'Nothing to import'
}

/** In a sentence, no more places than this. */
const namedPlaces = 3

/** The rows are those of the present choices, or undefined if the preview is older than they are. */
function describeChoices(
  choices: ImportOptions['choices'],
  rows: ImportPreview['rows'] | undefined,
) {
  const next = rows ? '' : 'Update the preview to see what the import would do.'
  if (choices.length === 0) return next || 'Each row says what the import would do with it.'
  const places = choices.slice(0, namedPlaces).flatMap(({ line }) => {
    const kind = importKinds.find((one) => rows?.[one].some((row) => row.line === line))
    return kind ? [`Row ${line} is under ${kindTitles[kind]}.`] : []
  })
  const sentences = [`You chose for ${countRows(choices.length)}.`, next, ...places]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

interface NotesProps {
  preview: ImportPreview
  options: ImportOptions
}

function Notes({ preview, options }: NotesProps) {
  const { newCategories, newCategoryCount } = preview
  const hidden = newCategoryCount - newCategories.length
  const notes = [...preview.notes, ...findHints(preview, options)]
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

const categoryHint = 'Some categories do not exist. Go back and tick “Create missing categories”.'
const centsHint = 'Some amounts have cents. Go back and tick “Round to whole dollars”.'

/** The options that would accept refused rows. */
function findHints({ resource, rows }: ImportPreview, options: ImportOptions) {
  const refusedTexts = (test: (field: ImportField) => boolean) =>
    importFields[resource]
      .filter(test)
      .flatMap(({ name }) =>
        rows.refused
          .filter(({ problems }) => problems.some(({ field }) => field === name))
          .map(({ values }) => String(values[name] ?? '')),
      )
  const categories = refusedTexts(({ label }) => label === 'Category')
  const amounts = refusedTexts(({ kind }) => kind === 'wholeNumber')
  return [
    !options.createCategories && categories.some((text) => text !== '') && categoryHint,
    !options.roundAmounts && amounts.some((text) => /\d[.,]\d{1,2}\D*$/.test(text)) && centsHint,
  ].filter((hint) => hint !== false)
}
